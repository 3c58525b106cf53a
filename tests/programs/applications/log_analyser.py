# a log analyser: named groups of re, Counter and defaultdict, datetime arithmetic, percentiles
import re
from collections import Counter, defaultdict, namedtuple
from datetime import datetime, timedelta
import statistics

LOG = """\
2024-03-01T08:00:01 INFO  web GET /index.html 200 12ms
2024-03-01T08:00:07 INFO  web GET /style.css 200 3ms
2024-03-01T08:01:13 WARN  web GET /missing 404 1ms
2024-03-01T08:01:59 ERROR db  query failed: timeout after 3000ms
2024-03-01T08:02:30 INFO  web POST /login 302 45ms
garbage line here
2024-03-01T09:15:00 INFO  web GET /index.html 200 9ms
2024-03-01T09:15:02 ERROR db  query failed: deadlock
2024-02-28 10:00:00 INFO  web GET /impossible 200 1ms
2024-03-01T09:59:59 INFO  web GET /index.html 500 120ms
2024-03-02T00:00:00 INFO  cron rotate
"""
LINE = re.compile(r"(?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s+(?P<level>[A-Z]+)\s+(?P<source>\w+)\s+(?P<text>.*)")
REQUEST = re.compile(r"""
    (?P<verb>GET|POST|PUT)\s+
    (?P<path>/\S*)\s+
    (?P<status>\d{3})\s+
    (?P<ms>\d+)ms$""", re.VERBOSE)
Entry = namedtuple("Entry", "when level source text request")


def parse(lines):
    for number, line in enumerate(lines, 1):
        match = LINE.fullmatch(line)
        if not match:
            print(f"line {number}: unreadable: {line!r}")
            continue
        try:
            when = datetime.fromisoformat(match["when"])
        except ValueError as error:
            print(f"line {number}: {error}")
            continue
        request = REQUEST.match(match["text"])
        yield Entry(when, match["level"], match["source"], match["text"], request and request.groupdict())


entries = list(parse(LOG.splitlines()))
levels = Counter(e.level for e in entries)
print(levels.most_common(), levels["DEBUG"], sum(levels.values()))
by_hour = defaultdict(list)
for e in entries:
    by_hour[e.when.replace(minute=0, second=0)].append(e)
for hour in sorted(by_hour):
    print(hour.strftime("%a %d %b %Y %H:%M"), "#" * len(by_hour[hour]), sorted({e.source for e in by_hour[hour]}))
times = defaultdict(list)
for e in entries:
    if e.request:
        times[e.request["path"]].append(int(e.request["ms"]))
for path, values in sorted(times.items(), key=lambda kv: (-len(kv[1]), kv[0])):
    print(f"{path:<14} n={len(values)} mean={statistics.mean(values):.2f} max={max(values)} median={statistics.median(values)}")
gaps = [b.when - a.when for a, b in zip(entries, entries[1:])]
print("longest gap", max(gaps), "total", sum(gaps, timedelta()), "average", sum(gaps, timedelta()) / len(gaps))
print("errors:", [re.sub(r"\d+", "N", e.text) for e in entries if e.level == "ERROR"])
statuses = Counter(int(e.request["status"]) // 100 for e in entries if e.request)
print({f"{k}xx": v for k, v in sorted(statuses.items())}, statuses - Counter({2: 2}), statuses & Counter({2: 1, 5: 9}))
print(entries[0])
