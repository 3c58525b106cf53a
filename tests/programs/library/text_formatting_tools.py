# string.Template, textwrap, pprint, difflib: text made and compared
import difflib
import pprint
import string
import textwrap
from collections import OrderedDict, defaultdict, deque

letter = string.Template("Dear $name,\nyou owe $$${amount}.${cents} to ${who}\n")
print(letter.substitute(name="Ann", amount=12, cents="05", who="Bob"), end="")
print(letter.safe_substitute({"name": "Zoë"}), end="")
for bad in (lambda: letter.substitute(name=1), lambda: string.Template("cost: $5").substitute(), lambda: string.Template("a\nb ${").substitute()):
    try:
        bad()
    except (KeyError, ValueError) as error:
        print(type(error).__name__, error)


class Percent(string.Template):
    delimiter = "%"
    idpattern = r"[a-z]+(?:\.[a-z]+)*"


print(Percent("%user.name has 100%% of $5, %who").safe_substitute({"user.name": "root"}), string.capwords("the  quick fox"))
text = "The quick brown fox jumps over the lazy dog; a well-known pangram-like sentence with supercalifragilisticexpialidocious words. " * 2
for width in (20, 45):
    print(textwrap.fill(text, width, initial_indent="* ", subsequent_indent="  "))
print(textwrap.wrap(text, 30, break_long_words=False, max_lines=3, placeholder=" [...]"))
print(textwrap.shorten("Hello  world, this is long", 16), textwrap.dedent("""
    if x:
        y
    z"""), textwrap.indent("a\n\nb\n", "> ", lambda line: True), sep="\n")
data = {"name": "x" * 30, "list": list(range(30)), "nested": {"deep": {"deeper": {"deepest": [("a", 1), ("b", 2)] * 4}}}, "set": {3, 1, 2}, 5: None}
pprint.pprint(data, width=50, sort_dicts=False)
pprint.pprint({"b": 1, "a": [2]}, depth=1)
pprint.pprint([data["nested"]], depth=3, indent=3)
pprint.pprint([list("abcdefgh")] * 3, compact=True, width=30)
pprint.pprint("lorem ipsum dolor sit amet " * 5, width=40)
pprint.pprint([OrderedDict(a=1), defaultdict(int, x=2), deque([1, 2], 5), b"bytes" * 20, 10 ** 30], width=40, underscore_numbers=True)
loop = [1]
loop.append(loop)
print(pprint.isrecursive(loop), pprint.isreadable(loop), pprint.saferepr(loop).split(" with")[0])
old, new = "one\ntwo\nthree\nfour\n".splitlines(True), "zero\none\ntree\nfour\nfive\n".splitlines(True)
print("".join(difflib.unified_diff(old, new, "old", "new")))
print("".join(difflib.ndiff(old, new)), end="")
print("".join(difflib.context_diff(old, new, "a", "b", n=1)), end="")
matcher = difflib.SequenceMatcher(None, "qabxcd", "abycdf")
for tag, i1, i2, j1, j2 in matcher.get_opcodes():
    print(f"{tag:7} a[{i1}:{i2}] --> b[{j1}:{j2}]")
print(f"{matcher.ratio():.6f}", matcher.get_matching_blocks(), difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]))
print(list(difflib.restore(list(difflib.ndiff(old, new)), 2)) == new)
