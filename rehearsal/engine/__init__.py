"""The Pulumi engine that a rehearsal runs: the installed one, or one built once from the Go module in this folder."""
