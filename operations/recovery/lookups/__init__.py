"""How a pending create is found in the cloud: one look-up for each resource type, registered under its type by the files of this folder."""
