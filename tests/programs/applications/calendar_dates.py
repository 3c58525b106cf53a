# dates and calendars: months drawn, recurring meetings, ages, ISO weeks, zones, formats
import calendar
from datetime import MAXYEAR, date, datetime, time, timedelta, timezone

for line in calendar.TextCalendar(calendar.MONDAY).formatmonth(2024, 2).splitlines():
    print(f"|{line:<20}|")
print(calendar.month(2023, 10, w=3), end="")
print([d for d in calendar.Calendar(6).itermonthdays(2024, 9)][:10], calendar.monthrange(2100, 2), calendar.isleap(2000), calendar.leapdays(1900, 2001))


def third_tuesdays(year):
    for month in range(1, 13):
        first = date(year, month, 1)
        yield first + timedelta((1 - first.weekday()) % 7 + 14)


print(*(d.strftime("%d %b") for d in third_tuesdays(2024)), sep=", ")


def age(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


print(age(date(2000, 2, 29), date(2023, 2, 28)), age(date(2000, 2, 29), date(2024, 2, 29)))
for text in ("2020-12-31", "2021-01-01", "2021-01-04", "2024-02-29"):
    d = date.fromisoformat(text)
    print(d, tuple(d.isocalendar()), d.timetuple().tm_yday, d.toordinal(), d.ctime(), d.isoweekday(), date.fromisocalendar(*d.isocalendar()) == d)
moment = datetime(2024, 3, 10, 23, 59, 59, 999999, tzinfo=timezone.utc)
paris = timezone(timedelta(hours=1), "CET")
odd = timezone(timedelta(hours=-3, minutes=-30))
print(moment.astimezone(paris), moment.astimezone(odd).isoformat("_", "milliseconds"), moment.timestamp(), moment.astimezone(paris).tzname(), odd, repr(paris))
print(moment == moment.astimezone(odd), moment - datetime(2024, 1, 1, tzinfo=odd), (moment + timedelta(microseconds=1)).date())
print(moment.strftime("%Y/%m/%d %H:%M:%S.%f %z %Z %j %U %p %I %%"), f"{moment:%A %B}", datetime.strptime("7 Mar 2024 4:05 PM", "%d %b %Y %I:%M %p"))
d = timedelta(days=-1, hours=5, milliseconds=1.5)
print(d, repr(d), d.total_seconds(), abs(d), d // timedelta(minutes=7), d % timedelta(minutes=7), d * 2.5, d / 2, divmod(timedelta(hours=5), timedelta(minutes=90)))
print(sorted([date(2024, 1, 2), date(2023, 5, 6), date.min]), date.max.year == MAXYEAR, time(13, 5) < time(13, 5, 1), time.fromisoformat("04:05:06.789"), datetime.combine(date(2020, 1, 1), time(1)))
print(moment.replace(tzinfo=None, microsecond=0), datetime.fromtimestamp(86400 * 365, timezone.utc), datetime.fromisoformat("20240310T101112Z"), hash(date(1, 1, 1)) == hash(date(1, 1, 1)))
for bad in (lambda: moment < datetime(2024, 1, 1), lambda: date.max + timedelta(1)):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__)
