"""A process of the referee that several games share. Lines that are sent together are answered together, which saves time."""

import json
import os
import subprocess

_CLONE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class RefereeError(Exception):
    """The referee has refused a line that it must accept, or its process has ended."""


def hush_command():
    """The command line of `hush`: HUSH_COMMAND, or the command of this clone."""
    named = os.environ.get("HUSH_COMMAND")
    return named.split() if named else ["node", os.path.join(_CLONE, "packages", "cli", "bin", "hush.mjs")]


class Referee:
    """Sends JSON lines to `hush referee` and reads one answer for each."""

    def __init__(self, command=None):
        self._process = subprocess.Popen(
            list(command or hush_command()) + ["referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._names = 0

    def new_name(self):
        """A name that no other game of this process has."""
        self._names += 1
        return "g%d" % self._names

    def ask(self, line):
        return self.ask_all([line])[0]

    def ask_all(self, lines):
        """Sends several lines at once and returns the answers in the same order."""
        return self.ask_text([json.dumps(line) for line in lines])

    def ask_text(self, texts):
        """Like `ask`, for lines that are JSON text already."""
        process = self._process
        try:
            process.stdin.write(("\n".join(texts) + "\n").encode())
            process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise RefereeError("the referee has ended") from error
        read = process.stdout.readline
        answers = [read() for _ in texts]
        if answers and not answers[-1]:
            raise RefereeError("the referee has ended")
        return [json.loads(answer) for answer in answers]

    def close(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
            self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
