"""Prints ports on which nobody listens: of Muster and Temporal, the first of 60 in a row for members, and of two agents."""

import random
import socket

# Below those that the system gives to connections, or a member that restarts may find its own taken.
FIRST, LAST = 20_000, 32_000


def free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


while True:
    first = random.randrange(FIRST, LAST - 64)
    if all(free(port) for port in range(first, first + 64)):
        break
print(first + 60, first + 61, first, first + 62, first + 63)
