"""What a declaration needs and costs: node groups, price; pure functions on declaration and catalogue."""
