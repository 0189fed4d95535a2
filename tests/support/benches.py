"""What a protocol of the server stands on in tests, where time passes at their word."""

from collections.abc import Callable


class Timer:
    """A call that a test makes by hand."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds, self.call, self.is_cancelled = seconds, call, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Bench:
    """What a protocol stands on: a loop whose time passes at its word, and a line that notes what becomes of it."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []
        self.ends: list[str] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, call))
        return self.timers[-1]

    def create_task(self, coroutine, **_: object) -> "Bench":
        coroutine.close()
        return self

    def add_done_callback(self, call: object) -> None: ...

    def get_extra_info(self, name: str) -> None: ...

    def is_closing(self) -> bool:
        return bool(self.ends)

    def set_write_buffer_limits(self, high: int) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def write(self, data: bytes) -> None:
        self.ends.append(data.partition(b"\r")[0].decode())

    def close(self) -> None:
        self.ends.append("closed")

    def abort(self) -> None:
        self.ends.append("aborted")

    def waits(self) -> list[float]:
        """The seconds of the timers that run."""
        return [timer.seconds for timer in self.timers if not timer.is_cancelled]

    def pass_time(self) -> None:
        """All timers that run come to their end."""
        due, self.timers = [timer for timer in self.timers if not timer.is_cancelled], []
        for timer in due:
            timer.call()
