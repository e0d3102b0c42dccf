"""The version, as a constant: `importlib.metadata` costs more than the rest of start-up together."""

__version__ = "0.1.0"
