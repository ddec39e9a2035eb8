"""The rehearsal's AWS provider: a generic provider that turns one table entry per resource type into calls on the rehearsal cloud."""
