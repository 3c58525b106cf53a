# reports from csv text: readers, writers, dialects, grouping, totals, quoting both ways
import csv
import io
from itertools import groupby
from operator import itemgetter

DATA = '''region,product,units,price
north,"widget, large",10,2.50
south,gadget,3,19.99
north,gadget,7,18.00
south,"the ""best"" thing",1,100
north,widget,,2.25
'''
rows = list(csv.DictReader(io.StringIO(DATA)))
print(rows[0], len(rows))
rows.sort(key=itemgetter("region", "product"))
out = io.StringIO()
writer = csv.DictWriter(out, fieldnames=["region", "product", "total"], extrasaction="ignore", lineterminator="\n")
writer.writeheader()
grand = 0
for region, group in groupby(rows, key=itemgetter("region")):
    subtotal = 0
    for row in group:
        row["total"] = round(int(row["units"] or 0) * float(row["price"]), 2)
        subtotal += row["total"]
        writer.writerow(row)
    writer.writerow({"region": region.upper(), "product": "all", "total": f"{subtotal:.2f}"})
    grand += subtotal
writer.writerow(dict(region="", product="GRAND", total=grand))
print(out.getvalue(), end="")
for name in csv.list_dialects():
    text = io.StringIO()
    csv.writer(text, dialect=name).writerows([["a b", 'q"q', "c,c", "t\tt", None, 1.5], ["", "line\nbreak"]])
    print(name, repr(text.getvalue()))
csv.register_dialect("pipes", delimiter="|", quoting=csv.QUOTE_NONE, escapechar="\\", skipinitialspace=True, lineterminator=";")
text = io.StringIO()
csv.writer(text, "pipes").writerow(["x|y", "z", "back\\slash"])
print(text.getvalue(), list(csv.reader(["a| b\\|c|d"], "pipes")))
print(list(csv.reader(["1,2.5,'x'", '"3","4"'], quoting=csv.QUOTE_NONNUMERIC)) if False else list(csv.reader(['1,2.5,"x"'], quoting=csv.QUOTE_NONNUMERIC)))
print(list(csv.DictReader(io.StringIO("a,b\n1\n1,2,3\n"), restkey="more", restval="-")))
print(csv.Sniffer().sniff("a;b;c\n1;2;3\n4;5;6\n").delimiter)
for bad in (lambda: writer.writerow({"nope": 1}) and csv.DictWriter(io.StringIO(), ["a"]).writerow({"b": 1}), lambda: csv.reader(["a"], "missing"),
            lambda: next(csv.reader(["\"a\"b"], strict=True)), lambda: csv.writer(io.StringIO(), delimiter="ab")):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, error)
