"""The whole of EKS: clusters, node groups, add-ons and access, with the service's own rules."""
