import fc from "fast-check";
import { expect, test } from "vitest";
import { firstColumnType, message, readFields, readRow } from "./messages.ts";

test("a row of any cells is read as it was sent", () => {
  const cell = fc.option(fc.string({ unit: "grapheme" }), { nil: null });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 20 }), (cells) => {
      expect(readRow(rowOf(cells))).toEqual(cells);
    }),
  );
});

test("any other bytes are a row or malformed, never an exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const content = Buffer.from(bytes);
      const row = readRow(content);
      expect(row === null || row.length <= 32_767).toBe(true);
      firstColumnType(content);
      readFields(content);
    }),
  );
});

test("an error has its fields by code", () => {
  expect(readFields(Buffer.from("SERROR\0C28P01\0Mno such user\0\0")).get("C")).toBe("28P01");
});

test("a message has its type and its length with itself", () => {
  expect(message("X")).toEqual(Buffer.from([0x58, 0, 0, 0, 4]));
});

function rowOf(cells: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(cells.length);
  return Buffer.concat([
    count,
    ...cells.map((cell) => {
      const bytes = Buffer.from(cell ?? "");
      const length = Buffer.alloc(4);
      length.writeInt32BE(cell === null ? -1 : bytes.length);
      return Buffer.concat([length, bytes]);
    }),
  ]);
}
