"""Facts as data: machines, regions, zones and prices, each with its date and source, and the loader that reads them once."""
