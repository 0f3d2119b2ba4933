"""Honest, by an event loop, which wakes itself through a pair of sockets."""
import asyncio
import os
import sys

from bot import answer, ready


async def main():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    ready()
    while line := await reader.readline():
        number = int(line.split()[1])
        answer(await asyncio.to_thread(lambda: number))
    os._exit(0)


asyncio.run(main())
