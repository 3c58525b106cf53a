"""The n-body problem: float arithmetic on list elements."""

from math import sqrt


def advance(bodies, pairs, dt, steps):
    for _ in range(steps):
        for a, b in pairs:
            dx = a[0] - b[0]
            dy = a[1] - b[1]
            dz = a[2] - b[2]
            distance = dx * dx + dy * dy + dz * dz
            magnitude = dt / (distance * sqrt(distance))
            ma = a[6] * magnitude
            mb = b[6] * magnitude
            a[3] -= dx * mb
            a[4] -= dy * mb
            a[5] -= dz * mb
            b[3] += dx * ma
            b[4] += dy * ma
            b[5] += dz * ma
        for body in bodies:
            body[0] += dt * body[3]
            body[1] += dt * body[4]
            body[2] += dt * body[5]


def energy(bodies, pairs):
    total = 0.0
    for a, b in pairs:
        dx = a[0] - b[0]
        dy = a[1] - b[1]
        dz = a[2] - b[2]
        total -= a[6] * b[6] / sqrt(dx * dx + dy * dy + dz * dz)
    for body in bodies:
        total += body[6] * (body[3] ** 2 + body[4] ** 2 + body[5] ** 2) / 2.0
    return total


def main():
    pi = 3.141592653589793
    solar = 4 * pi * pi
    year = 365.24
    bodies = [
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, solar],
        [4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
         0.00166007664274403694 * year, 0.00769901118419740425 * year, -0.0000690460016972063023 * year,
         0.000954791938424326609 * solar],
        [8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
         -0.00276742510726411, 0.00499852801234917238 * year, 0.0000230417297573763929 * year,
         0.000285885980666130812 * solar],
        [12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
         0.00296460137564761618 * year, 0.00237847173959480950 * year, -0.0000296589568540237556 * year,
         0.0000436624404335156298 * solar],
        [15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
         0.00268067772490389322 * year, 0.00162824170038242295 * year, -0.0000951592254519715870 * year,
         0.0000515138902046611451 * solar],
    ]
    pairs = [(bodies[i], bodies[j]) for i in range(5) for j in range(i + 1, 5)]
    print(f"{energy(bodies, pairs):.9f}")
    advance(bodies, pairs, 0.01, 120000)
    print(f"{energy(bodies, pairs):.9f}")


main()
