"""AWS components: network, fabric, storage, EKS control plane and GPU pools."""
