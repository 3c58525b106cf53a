"""A TCP proxy that spoils connections: cuts, resets, stalls or slows them after some bytes, or flips bits."""

import socket
import threading
import time

from remote.http_cache import reset


class Proxy:
    """mode: "pass", "close", "reset", "stall", "slow" or "flip", from `after` bytes of answers on (over all connections)."""

    def __init__(self, port, mode="pass", after=0):
        self.port, self.mode, self.after, self.seen = port, mode, after, 0
        self.closed = False
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.closed = True
        self.listener.close()

    def accept(self):
        while not self.closed:
            try:
                client = self.listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                continue
            threading.Thread(target=self.carry, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, True), daemon=True).start()

    def carry(self, source, target, answers):
        try:
            while data := source.recv(65536):
                if answers:
                    self.seen += len(data)
                if answers and self.seen > self.after and not self.spoil(target, data):
                    return
                if not answers or self.mode in ("pass", "slow") or self.seen <= self.after:
                    target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def spoil(self, target, data):
        """False ends the connection's way back."""
        if self.mode == "close":
            target.close()
        elif self.mode == "reset":
            reset(target)
        elif self.mode == "stall":
            time.sleep(60)
        elif self.mode == "flip":
            target.sendall(bytes(b ^ 1 if i % 97 == 0 else b for i, b in enumerate(data)))
            return True
        elif self.mode == "slow":
            time.sleep(0.05)
            return True
        else:
            return True
        return False
