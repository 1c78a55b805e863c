"""Who a guest is: cookies, sessions, passkeys, erasure."""
