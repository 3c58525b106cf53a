# A report with aligned columns: nested format specifications, percent, money, bars.

rows = [("Widget", 4, 3.5, True), ("Gadget é", 10, 12.25, False), ("Thing", 0, 1e6, True), ("Löng name thing", 123456, 0.015, False), ("😀", -3, -2.5, True)]
head = ("name", "count", "price", "ok")
widths = [max(len(str(r[i])) for r in rows + [head]) for i in range(4)]
print(" | ".join(f"{h:^{w}}" for h, w in zip(head, widths)))
print("-+-".join("-" * w for w in widths))
for name, count, price, ok in rows:
    print(" | ".join((f"{name:<{widths[0]}}", f"{count:>{widths[1]},}", f"{price:>{widths[2]}.2f}", f"{ok!s:>{widths[3]}}")))
total = sum(c * p for _, c, p, _ in rows)
print(f"{'total':>{widths[0]}}: {total:,.2f} {total:.3e} {total:+,.0f} {total:_.1f} {total:15,.2f}|{total:<15.1f}|{total:^15.1f}|{total:015.1f}")
for name, count, price, ok in rows:
    print("%-10.10s %6d %10.2f %5s %s" % (name, count, price, "yes" if ok else "no", "#" * min(count, 12)))
for r in rows:
    print("{0:<16}{1:>8}{2:>12.2f}{3!s:>7}".format(*r))
    print("{name:.3}/{count:x}/{price:g}/{ok:d}".format(**dict(zip(head, r))))
for x in (0, 1, -1, 0.5, 999, 1000, 123456789, 1.5e-7, 2 ** 64):
    print(f"{x:>12} {x:>+12} {x:>12,} {x:<12.3g}| {x:^14.2e} {x:%} {float(x):g}")
print(*(f"{i:2d}x{j:<2d}={i * j:3d}" for i in (1, 7, 12) for j in (3, 12)), sep="; ")
for p in range(0, 101, 20):
    print(f"[{'=' * (p // 10):<10}] {p / 100:>4.0%}")
for sec in (0, 59, 60, 3599, 3600, 86399, 100000):
    print(f"{sec // 3600:02d}:{sec % 3600 // 60:02d}:{sec % 60:02d}", "%d:%02d" % divmod(sec, 60), end="  ")
print()
for n in (1, 10, 1023, 1024, 10 ** 6, 10 ** 9 + 7, 10 ** 15):
    u, v = 0, float(n)
    while v >= 1024 and u < 4:
        v /= 1024
        u += 1
    print(f"{v:.{1 if u else 0}f}{'BKMGT'[u]}", end=" ")
print()
print("{:>{w}.{p}f}|{:{f}{a}{w}}|{!r:{w}}".format(3.14159, "x", "y", w=8, p=2, f="*", a="^"))
