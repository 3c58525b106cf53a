"""An operating system's scheduler: classes, attributes, method calls."""

IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
KIND_DEVICE, KIND_WORK = 0, 1
SIZE = 4


class Packet:
    def __init__(self, link, ident, kind):
        self.link = link
        self.ident = ident
        self.kind = kind
        self.datum = 0
        self.data = [0] * SIZE

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        p = queue
        while p.link is not None:
            p = p.link
        p.link = self
        return queue


class Task:
    def __init__(self, system, ident, priority, queue, waiting):
        self.system = system
        self.ident = ident
        self.priority = priority
        self.queue = queue
        self.packet_pending = queue is not None
        self.waiting = waiting
        self.holding = False
        system.table[ident] = self
        self.link = system.tasks
        system.tasks = self

    def held_or_waiting(self):
        return self.holding or (not self.packet_pending and self.waiting)

    def take(self):
        if self.waiting and self.packet_pending and not self.holding:
            p = self.queue
            self.queue = p.link
            self.waiting = False
            self.packet_pending = self.queue is not None
            return p
        return None

    def run(self):
        return self.step(self.take())

    def wait(self):
        self.waiting = True
        return self

    def hold(self):
        self.system.holds += 1
        self.holding = True
        return self.link

    def release(self, ident):
        t = self.system.table[ident]
        t.holding = False
        return t if t.priority > self.priority else self

    def send(self, packet):
        t = self.system.table[packet.ident]
        self.system.queued += 1
        packet.link = None
        packet.ident = self.ident
        return t.receive(packet, self)

    def receive(self, packet, sender):
        if self.queue is None:
            self.queue = packet
            self.packet_pending = True
            if self.priority > sender.priority:
                return self
        else:
            packet.append_to(self.queue)
        return sender


class Device(Task):
    def __init__(self, *args):
        super().__init__(*args)
        self.pending = None

    def step(self, packet):
        if packet is None:
            packet = self.pending
            if packet is None:
                return self.wait()
            self.pending = None
            return self.send(packet)
        self.pending = packet
        return self.hold()


class Handler(Task):
    def __init__(self, *args):
        super().__init__(*args)
        self.work = None
        self.devices = None

    def step(self, packet):
        if packet is not None:
            if packet.kind == KIND_WORK:
                self.work = packet.append_to(self.work)
            else:
                self.devices = packet.append_to(self.devices)
        work = self.work
        if work is not None:
            count = work.datum
            if count >= SIZE:
                self.work = work.link
                return self.send(work)
            if self.devices is not None:
                device = self.devices
                self.devices = device.link
                device.datum = work.data[count]
                work.datum = count + 1
                return self.send(device)
        return self.wait()


class Idle(Task):
    def __init__(self, *args):
        super().__init__(*args)
        self.control = 1
        self.count = 10000

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            return self.hold()
        if self.control & 1 == 0:
            self.control //= 2
            return self.release(DEVICE_A)
        self.control = self.control // 2 ^ 0xD008
        return self.release(DEVICE_B)


class Worker(Task):
    def __init__(self, *args):
        super().__init__(*args)
        self.destination = HANDLER_A
        self.count = 0

    def step(self, packet):
        if packet is None:
            return self.wait()
        self.destination = HANDLER_B if self.destination == HANDLER_A else HANDLER_A
        packet.ident = self.destination
        packet.datum = 0
        for i in range(SIZE):
            self.count += 1
            if self.count > 26:
                self.count = 1
            packet.data[i] = 65 + self.count - 1
        return self.send(packet)


class System:
    def __init__(self):
        self.tasks = None
        self.table = [None] * 10
        self.holds = 0
        self.queued = 0

    def schedule(self):
        t = self.tasks
        while t is not None:
            if t.held_or_waiting():
                t = t.link
            else:
                t = t.run()


def once():
    s = System()
    Idle(s, IDLE, 0, None, False)
    queue = Packet(None, 0, KIND_WORK)
    queue = Packet(queue, 0, KIND_WORK)
    Worker(s, WORKER, 1000, queue, True)
    for handler, device, priority in ((HANDLER_A, DEVICE_A, 2000), (HANDLER_B, DEVICE_B, 3000)):
        queue = None
        for _ in range(3):
            queue = Packet(queue, device, KIND_DEVICE)
        Handler(s, handler, priority, queue, True)
    Device(s, DEVICE_A, 4000, None, True)
    Device(s, DEVICE_B, 5000, None, True)
    s.schedule()
    return s.queued, s.holds


for _ in range(12):
    result = once()
print(result)
