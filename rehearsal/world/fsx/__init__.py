"""FSx for Lustre: file systems, data repository associations and their tags; moto's own knows no rules and no associations."""
