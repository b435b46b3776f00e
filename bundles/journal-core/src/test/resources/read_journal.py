#!/usr/bin/env python3
"""Prints a journal's records, a line each: position, type, time, payload in hexadecimal; or position, length and `damage`.

Written from docs/journal-format.md alone, with nothing but the standard library.
Usage: read_journal.py DIRECTORY
"""
import os
import re
import struct
import sys

HEADER_LENGTH = 4096
HEADER = struct.Struct(">8sIIQQQQqqII")
RECORD = struct.Struct(">IIQqHH")


def crc_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
        table.append(n)
    return table


TABLE = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


class Segment:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if len(self.data) < HEADER_LENGTH:
            raise ValueError("no header")
        (magic, version, first_record, self.journal, self.number, self.first, self.size,
         _, _, self.longest, checksum) = HEADER.unpack_from(self.data)
        right = magic == b"PENSTOCK" and version == 1 and first_record == HEADER_LENGTH
        if not right or crc32c(self.data[:68]) != checksum:
            raise ValueError("no header")
        if self.number != int(os.path.basename(path)[:16]):
            raise ValueError("another's number")
        self.salt = struct.pack(">I", crc32c(self.data[16:32]))

    def record(self, position, end):
        """The record at a position, or None. `end` is a position."""
        offset = HEADER_LENGTH + position - self.first
        limit = min(self.size, HEADER_LENGTH + end - self.first, len(self.data))
        if limit - offset < RECORD.size:
            return None
        length, checksum, own_position, time, kind, _ = RECORD.unpack_from(self.data, offset)
        whole = (RECORD.size + length + 7) & ~7
        if own_position != position or kind == 0 or length > self.longest or whole > limit - offset:
            return None
        covered = self.data[offset:offset + 4] + self.salt + self.data[offset + 8:offset + whole]
        if crc32c(covered) != checksum:
            return None
        payload = self.data[offset + RECORD.size:offset + RECORD.size + length]
        return position, kind, time, payload, position + whole


def segments(directory):
    found = []
    for name in sorted(os.listdir(directory)):
        if re.fullmatch(r"\d{16}\.journal", name):
            try:
                segment = Segment(os.path.join(directory, name))
            except ValueError:
                continue
            if not found or segment.journal == found[0].journal:
                found.append(segment)
    return found


def read(directory):
    found = segments(directory)
    position = found[0].first if found else 0
    for segment, following in zip(found, found[1:] + [None]):
        last = segment.first + segment.size - HEADER_LENGTH
        end = following.first if following else last
        while position < end:
            record = segment.record(position, end)
            if record:
                yield record
                position = record[4]
                continue
            places = range(position + 8, min(end, last), 8)
            resumed = next((p for p in places if segment.record(p, end)), end)
            if following is None and resumed == end:
                return
            yield position, resumed - position
            position = resumed


def main(directory):
    for entry in read(directory):
        if len(entry) == 2:
            print(entry[0], entry[1], "damage")
        else:
            print(entry[0], entry[1], entry[2], entry[3].hex())


if __name__ == "__main__":
    main(sys.argv[1])
