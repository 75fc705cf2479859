import fc from "fast-check";
import { expect, test } from "vitest";
import { PacketReader, readError, readGreeting } from "./mysql-packets.ts";

test("texts with their lengths are read as they were sent", () => {
  const cell = fc.option(
    fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ minLength: 250, maxLength: 300 })),
    {
      nil: null,
    },
  );
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 10 }), (cells) => {
      const reader = new PacketReader(Buffer.concat(cells.map(encoded)));
      expect(cells.map(() => reader.text())).toEqual(cells);
      expect([reader.isMalformed, reader.isAtEnd]).toEqual([false, true]);
    }),
  );
});

test("any other bytes are malformed or a value, never an exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const content = Buffer.from(bytes);
      const reader = new PacketReader(content);
      for (let index = 0; index < 5; index += 1) reader.text();
      readGreeting(content);
      readGreeting(Buffer.concat([Buffer.from([10]), content]));
      readError(content);
    }),
  );
});

test("the greeting of an old server has no method", () => {
  const greeting = Buffer.from("\x0a5.0.0\0\x01\0\0\x0012345678\0\0\0", "latin1");
  expect(readGreeting(greeting)).toMatchObject({ version: "5.0.0", plugin: "mysql_native_password" });
});

function encoded(cell: string | null): Buffer {
  if (cell === null) return Buffer.from([0xfb]);
  const bytes = Buffer.from(cell);
  const length = bytes.length < 251 ? [bytes.length] : [0xfc, bytes.length & 0xff, bytes.length >> 8];
  return Buffer.concat([Buffer.from(length), bytes]);
}
