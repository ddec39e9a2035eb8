"""The simulated AWS: moto behind one layer that names, judges, records, fails or answers every call."""
