"""LockSeven (定七): the seven is always the trump rank, and the Host's partner is hidden."""
