#!/usr/bin/env python3
"""Relays between clients and a server, delays all bytes in each direction, and counts the messages of clients.

    ./proxy.py --listen 6432 --to 127.0.0.1:5432 --delay 1 --count FILE

The bytes that a client sends at once are one message, whatever they contain, because they cost one round trip. FILE holds the number of messages so
far, written ten times a second. Ends on SIGTERM.
"""

import argparse
import asyncio
import os


class Counter:
    def __init__(self, path):
        self.path, self.messages = path, 0

    async def write(self):
        while True:
            with open(self.path + ".new", "w") as file:
                file.write(str(self.messages))
            os.replace(self.path + ".new", self.path)
            await asyncio.sleep(0.1)


async def pass_on(reader, writer, delay, count):
    loop = asyncio.get_running_loop()
    try:
        while data := await reader.read(1 << 20):
            count()
            loop.call_later(delay, writer.write, data)
    except ConnectionError:
        pass
    loop.call_later(delay, writer.close)


async def serve(options):
    counter = Counter(options.count)
    host, _, port = options.to.rpartition(":")

    def message():
        counter.messages += 1

    async def client(reader, writer):
        there_reader, there_writer = await asyncio.open_connection(host, int(port))
        await asyncio.gather(
            pass_on(reader, there_writer, options.delay / 1000, message),
            pass_on(there_reader, writer, options.delay / 1000, lambda: None))

    server = await asyncio.start_server(client, "127.0.0.1", options.listen)
    async with server:
        await asyncio.gather(server.serve_forever(), counter.write())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", type=int, required=True, metavar="PORT")
    parser.add_argument("--to", required=True, metavar="HOST:PORT")
    parser.add_argument("--delay", type=float, default=1, metavar="MS", help="each way")
    parser.add_argument("--count", required=True, metavar="FILE")
    asyncio.run(serve(parser.parse_args()))


main()
