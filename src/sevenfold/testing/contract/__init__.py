"""The contract: tests that every game must pass, written once."""
