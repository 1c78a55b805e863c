"""My Bot."""
