"""Makes the state back end of an account: an encrypted, versioned, private bucket and the key of its secrets."""
