"""A lock on a file: one process at a time holds it. The system frees it when that ends, however it does."""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR_AWAY = 1 << 30
    """The byte that is locked: Windows lets nobody else read what is locked."""

    def lock(descriptor: int, *, wait: bool = False) -> None:
        """Hold an open file until it is closed. Raises OSError where another does, unless told to wait."""
        os.lseek(descriptor, FAR_AWAY, os.SEEK_SET)
        try:
            while not _locked(descriptor, wait=wait):
                pass
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)

    def _locked(descriptor: int, *, wait: bool) -> bool:
        """Windows itself waits for ten seconds."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            if not wait:
                raise
            return False
        return True

else:
    import fcntl

    def lock(descriptor: int, *, wait: bool = False) -> None:
        """Hold an open file until it is closed. Raises OSError where another does, unless told to wait."""
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
