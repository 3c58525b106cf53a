# logging into a StringIO: levels, hierarchies, filters, formatters, exceptions, adapters
import io
import logging

stream = io.StringIO()
handler = logging.StreamHandler(stream)
handler.setFormatter(logging.Formatter("%(levelname)-8s|%(name)s|%(funcName)s|%(lineno)d|%(message)s"))
root = logging.getLogger("app")
root.setLevel(logging.INFO)
root.addHandler(handler)
root.propagate = False
db = logging.getLogger("app.db")
web = root.getChild("web")
web.setLevel(logging.DEBUG)


class NoSecrets(logging.Filter):
    def filter(self, record):
        if "password" in record.getMessage():
            record.msg, record.args = "<redacted>", ()
        return True


handler.addFilter(NoSecrets())


def work():
    db.debug("not seen")
    db.info("query %s took %.2f ms", "select", 1.2345)
    web.debug("seen: %(a)s-%(b)s", {"a": 1, "b": [2]})
    web.warning("password=%s", "hunter2")
    try:
        {}["missing"]
    except KeyError:
        web.exception("lookup failed")
    logging.LoggerAdapter(db, {"user": "ann"}).error("adapted")
    db.log(25, "own level")


work()
text = stream.getvalue()
print(*(line for line in text.splitlines() if "File " not in line), sep="\n")
print(db.getEffectiveLevel(), web.isEnabledFor(10), logging.getLevelName(30), logging.getLevelName("ERROR"), logging.getLevelName(7))
print(db, web.parent is root, logging.getLogger("app") is root, root.hasHandlers())
logging.addLevelName(25, "NOTICE")
braces = logging.Formatter("{levelname:>7} {message}", style="{")
record = db.makeRecord("app.db", 25, "file.py", 3, "hello %d", (7,), None)
print(braces.format(record), record)
try:
    root.setLevel("LOUD")
except ValueError as error:
    print(error)
