"""People-like play for hours, on servers that are killed, drained and upgraded meanwhile."""
