import fc from "fast-check";
import { expect, test } from "vitest";
import { ber, berNumber, berText, numberIn, readBer } from "../dialogue/ber.ts";
import { messageBytes, readLdapMessage, readResult } from "./ldap-messages.ts";

test("values of any length are read as they were written", () => {
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 127, 128, 255, 256, 65_535, 65_536, 70_000), (length) => {
      const bytes = berText("x".repeat(length));
      const value = readBer(bytes);
      expect([value?.content.length, value?.end]).toEqual([length, bytes.length]);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (number) => {
      const value = readBer(berNumber(number));
      expect(value && numberIn(value)).toBe(number);
    }),
  );
});

test("a message says how long it is, from as many bytes as needed", () => {
  const message = ber(
    0x30,
    berNumber(1),
    ber(0x61, berNumber(0, 0x0a), berText(""), berText("x".repeat(300))),
  );
  for (let length = 0; length < 4; length += 1) expect(messageBytes(message.subarray(0, length))).toBeNull();
  expect(messageBytes(message.subarray(0, 4))).toBe(message.length);
  const found = readLdapMessage(message);
  expect(found?.id).toBe(1);
  expect(found && readResult(found)).toEqual({ code: 0, reason: `${"x".repeat(300)} (code 0)` });
});

test("any other bytes are malformed or a value, never an exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const content = Buffer.from(bytes);
      readLdapMessage(content);
      readResult({ content });
      messageBytes(content);
      const value = readBer(content);
      expect(value === null || value.end <= content.length).toBe(true);
    }),
  );
});
