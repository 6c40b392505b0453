"""Service times of requests as the packets of a capture tell them; for outside.py.

A capture is a pcap file with time stamps in nanoseconds, of one server port on the loopback interface. A connection is known by the port
of its client. Every packet is seen once there, and its time is that at which the sender handed it over, not that at which the
receiver's thread got to run. So the time of an exchange is what the client gave away until the answer was on its way back: it holds the server
and what keeps the server from running, and nothing of the client.
"""

import struct
from collections import Counter

NANO_MAGIC = 0xA1B23C4D
ETHERNET, IP_AT = 1, 14
EXECUTE, READY, AUTHENTICATE = 0x0A, 0x02, 0x03
# Of an id of a statement: two of length, and a hash.
ID_BYTES = 18


def packets(path, port):
    """Nanoseconds since the epoch, client's port, whether it is the client's, sequence number, bytes captured, length of the payload."""
    with open(path, "rb") as file:
        data = file.read()
    magic, _, _, _, _, _, link = struct.unpack_from("<IHHiIII", data)
    if magic != NANO_MAGIC or link != ETHERNET:
        raise ValueError("%s is no capture of Ethernet frames with nanoseconds in this machine's byte order" % path)
    header, ports = struct.Struct("<IIII").unpack_from, struct.Struct(">HHI").unpack_from
    at, end = 24, len(data)
    while at + 16 <= end:
        seconds, nanos, kept, _ = header(data, at)
        ip = at + 16 + IP_AT
        at += 16 + kept
        if at > end or data[ip] >> 4 != 4:
            continue
        tcp = ip + (data[ip] & 15) * 4
        source, target, sequence = ports(data, tcp)
        payload = tcp + (data[tcp + 12] >> 4) * 4
        length = ip + (data[ip + 2] << 8 | data[ip + 3]) - payload
        if length > 0 and port in (source, target):
            own = target == port
            yield seconds * 1_000_000_000 + nanos, source if own else target, own, sequence, data[payload:at], length


def postgres(path, port, ignored):
    """Starts and nanoseconds of the exchanges whose request has the form that most have.

    The client sends nothing before the answer has ended. So an exchange lasts from the first packet of the client after one of the server
    to the last one of the server before the next one of the client. Requests are told apart by their first byte and their length.
    """
    opened, done = {}, []
    for time, client, own, _, payload, length in packets(path, port):
        exchange = opened.get(client)
        if not own:
            if exchange:
                exchange[1] = time
        elif exchange is None or exchange[1]:
            if exchange:
                done.append(exchange)
            opened[client] = [time, 0, client, payload[:1], length]
        else:
            exchange[4] += length
    done += [exchange for exchange in opened.values() if exchange[1]]
    done = [exchange for exchange in done if exchange[2] not in ignored]
    forms = Counter((exchange[3], exchange[4]) for exchange in done)
    if not forms:
        return []
    common = forms.most_common(1)[0][0]
    return sorted((exchange[0], exchange[1] - exchange[0]) for exchange in done if (exchange[3], exchange[4]) == common)


class Direction:
    """What one side of a connection has sent, as frames of the native protocol. From version 5 on they come in segments."""

    def __init__(self):
        self.bytes, self.frames, self.next, self.segmented, self.lost = bytearray(), bytearray(), None, False, False

    def add(self, sequence, payload, length):
        if self.next is None:
            self.next = sequence
        ahead = (sequence - self.next) & 0xFFFFFFFF
        if ahead >= 1 << 31:
            return  # Sent again.
        if ahead or len(payload) < length:
            self.lost = True
        self.next = (sequence + length) & 0xFFFFFFFF
        self.bytes += payload

    def take(self):
        """Version, stream and opcode of each frame that is complete now, and its body's first bytes: of an EXECUTE its statement's id."""
        while not self.lost:
            if self.segmented:
                self.unwrap()
            source = self.frames if self.segmented else self.bytes
            if len(source) < 9:
                return
            version, _, stream, opcode, length = struct.unpack_from(">BBhBI", source)
            if len(source) < 9 + length:
                return
            body = bytes(source[9:9 + min(length, ID_BYTES)])
            del source[:9 + length]
            yield version & 0x7F, stream, opcode, body

    def unwrap(self):
        """Segments that are not compressed: 17 bits of length and a flag in three bytes, their CRC in three, the payload, its CRC in four."""
        while len(self.bytes) >= 6:
            length = int.from_bytes(self.bytes[:3], "little") & 0x1FFFF
            if len(self.bytes) < 10 + length:
                return
            self.frames += self.bytes[6:6 + length]
            del self.bytes[:10 + length]


def cassandra(path, port, ignored, since):
    """Starts and nanoseconds of prepared statements, matched by stream, and how many connections could not be followed.

    Statements that were sent before a time are not of the load: they check the data, and do so again after it.

    A request begins, and an answer ends, with the packet that completes its frame.
    """
    sides, waiting, done = {}, {}, []
    for time, client, own, sequence, payload, length in packets(path, port):
        if client in ignored:
            continue
        side = sides.setdefault((client, own), Direction())
        side.add(sequence, payload, length)
        for version, stream, opcode, statement in side.take():
            if own and opcode == EXECUTE:
                waiting[client, stream] = time, statement
            elif not own and (client, stream) in waiting:
                start, asked = waiting.pop((client, stream))
                done.append((start, time - start, asked))
            # The server's first answer to STARTUP, READY or AUTHENTICATE, is the last frame without a segment.
            if not own and version >= 5 and opcode in (READY, AUTHENTICATE):
                for direction in (True, False):
                    sides[client, direction].segmented = True
    checks = {asked for start, _, asked in done if start < since}
    return sorted((start, nanos) for start, nanos, asked in done if asked not in checks), sum(side.lost for side in sides.values())
