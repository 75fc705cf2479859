import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SMS_SEGMENTS_MAX, segmentsOf, smsText } from "./sms-text.ts";

describe("the number of segments", () => {
  test.each([
    ["a".repeat(160), 1],
    ["a".repeat(161), 2],
    ["a".repeat(306), 2],
    ["a".repeat(307), 3],
    ["€".repeat(80), 1],
    ["€".repeat(81), 2],
    // 153 is odd: a segment holds 76 escaped characters.
    ["€".repeat(152), 2],
    ["€".repeat(153), 3],
    ["я".repeat(70), 1],
    ["я".repeat(71), 2],
    ["я".repeat(134), 2],
    ["я".repeat(135), 3],
    // A segment holds 33 surrogate pairs.
    ["\u{1f4a5}".repeat(66), 2],
    ["\u{1f4a5}".repeat(67), 3],
  ])("of %s is %i", (text, segments) => {
    expect(segmentsOf(text)).toBe(segments);
  });
});

describe("the text of an SMS", () => {
  const REPLY = "Reply 1234 to acknowledge";
  const LINK = "https://vedette.example.org/ack/abcdefghijklmnop";

  test("ends with the reply code and the link", () => {
    expect(smsText("Shop is down", [REPLY, LINK])).toBe(`Shop is down\n${REPLY}\n${LINK}`);
  });

  test("keeps typographic quotes and dashes in GSM-7", () => {
    expect(smsText("Shop \u2013 \u201cBlue\u201d isn\u2019t up\u2026")).toBe('Shop - "Blue" isn\'t up...');
  });

  test("omits the link before the code if there is no room", () => {
    const text = smsText("\u{1f4a5} я".repeat(60), [REPLY, `${LINK}${"x".repeat(100)}`]);
    expect(text).toContain(REPLY);
    expect(text).not.toContain("https://");
  });

  test("fits in two segments, has no control characters, and keeps the code", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const sent = smsText(text, [REPLY, LINK]);
        expect(segmentsOf(sent)).toBeLessThanOrEqual(SMS_SEGMENTS_MAX);
        expect(sent).not.toMatch(/[\p{Cc}--[\n]]/v);
        expect(sent.split("\n").slice(1)).toContain(REPLY);
        expect(sent.isWellFormed()).toBe(true);
      }),
    );
  });
});
