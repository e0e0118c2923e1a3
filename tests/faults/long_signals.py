"""The long form of the signal tests: at random times and places, for some seconds.

    python -m tests.faults.long_signals [SECONDS [SEED]]

Prints faults with the data to reproduce them, then the number of signals sent to each command, and
runs that took longer than two seconds to end.
"""

import random
import signal
import sys
import time
from collections import Counter

from tests.conftest import make_surroundings_plain
from tests.faults.signalled import CASES, Case, after, at, faults, leave, nothing

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU)

PROMPT = 2.0
"""The maximum number of seconds until a command ends."""


def lines_of(case: Case) -> int:
    """Count the lines of code that a command runs."""
    left = leave(case._replace(waits=False), nothing, at(0, 0))
    return int(left.files["LINES"])


def strike(case: Case, draw: random.Random, seconds: float, lines: int) -> tuple[str, float]:
    """Send a signal to a command; return faults and the seconds until its end."""
    number = draw.choice(NUMBERS)
    if draw.random() < 0.5:
        moment, to_group = draw.uniform(0, seconds), draw.random() < 0.5
        reported = f"signal {int(number)} after {moment:.4f} s, {to_group=}"
        left = leave(case, after(moment, number, to_group))
        took = left.seconds
    else:
        place = draw.randint(1, lines)
        reported = f"signal {int(number)} at line {place}"
        left = leave(case._replace(waits=False), nothing, at(number, place))
        took = 0.0
    wrong = faults(case, left, number)
    return f"{case.line}: {reported}: {'; '.join(wrong)}" if wrong else "", took


def main() -> int:
    """Return 1 if there was a fault."""
    make_surroundings_plain()
    words = sys.argv[1:]
    end = time.monotonic() + float(words[0] if words else 3600)
    draw = random.Random(words[1] if len(words) > 1 else "signals")
    known: dict[Case, tuple[float, int]] = {}
    sent: Counter[str] = Counter()
    late: Counter[str] = Counter()
    wrong = 0
    while time.monotonic() < end:
        case = draw.choice(CASES)
        if case not in known:
            began = time.monotonic()
            leave(case._replace(waits=False))
            known[case] = (min(time.monotonic() - began, 3), lines_of(case))
        reported, seconds = strike(case, draw, *known[case])
        sent[case.line] += 1
        late[case.line] += seconds > PROMPT
        if reported:
            wrong += 1
            print(reported, flush=True)
    for line, count in sorted(sent.items()):
        print(f"{count:6} {late[line]:4} late  {line}")
    print(f"{sum(sent.values())} signals, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
