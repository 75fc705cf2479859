import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMasker, MASK, maskerOf } from "./mask.ts";

const secret = fc
  .string({ minLength: 4, maxLength: 40, unit: "grapheme-ascii" })
  .filter((text) => text.trim().length >= 4 && /[A-Za-z0-9]{3}/.test(text));
const any = fc.string({ unit: "grapheme" });

const WAYS: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "in lower case": (text) => text.toLowerCase(),
  "percent-encoded": (text) => encodeURIComponent(text),
  "percent-encoded in lower case": (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  "as a form": (text) => new URLSearchParams({ "": text }).toString().slice(1),
  "every character percent-encoded": (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON of another writer": (text) =>
    [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "as HTML": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64url": (text) => Buffer.from(text).toString("base64url"),
};

describe("a value of four characters or more", () => {
  test.each(Object.entries(WAYS))("is hidden %s", (_way, write) => {
    fc.assert(
      fc.property(secret, (value) => {
        expect(createMasker([value])(`before "${write(value)}" after`)).toBe(
          `before "${MASK}" after`.replace(MASK, () => maskedLength(write(value), value)),
        );
      }),
    );
  });

  test("is hidden in base64 together with what stands around it", () => {
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
        fc.pre(value.length >= 8);
        const text = Buffer.from(before + value + after).toString("base64");
        const masked = createMasker([value])(text);
        expect(masked).toContain(MASK);
        expect(Buffer.from(masked.replaceAll(MASK, "-"), "base64").includes(value)).toBe(false);
      }),
    );
  });

  test("is hidden before a text is cut, and where it was cut before", () => {
    const mask = createMasker(["correct horse battery"]);
    expect(mask("say: correct horse battery!", 8)).toBe(`say: ${MASK}`.slice(0, 8));
    expect(mask("say: correct horse battery!", 100)).toBe(`say: ${MASK}!`);
    expect(mask('got "correct hor…"')).toBe(`got "${MASK}…"`);
    expect(mask('got "cor…"')).toBe('got "cor…"');
    expect(mask("correct \n horse\tbattery")).toBe(MASK);
  });
});

/** A value that begins or ends with spaces is found with or without them. */
function maskedLength(written: string, value: string): string {
  const masked = createMasker([value])(`"${written}"`).slice(1, -1);
  expect(masked).not.toContain(value.trim());
  expect(masked).toContain(MASK);
  return masked;
}

describe("several values", () => {
  test("that overlap are hidden to their last character", () => {
    expect(createMasker(["abcd", "cdef"])("xabcdefx")).toBe(`x${MASK}x`);
    expect(createMasker(["abcd", "abcdefgh"])("abcdefgh abcd")).toBe(`${MASK} ${MASK}`);
    expect(createMasker(["abab"])("xabababx")).toBe(`x${MASK}x`);
  });

  test("none of them is left in any text", () => {
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 5 }), fc.array(any, { maxLength: 6 }), (values, parts) => {
        const text = parts.map((part, index) => part + (values[index] ?? "")).join("");
        const masked = createMasker(values)(text);
        for (const value of values) expect(masked.replaceAll(MASK, "\u0000")).not.toContain(value);
      }),
    );
  });
});

describe("what is left alone", () => {
  test("a text without a value, and everything where there is none", () => {
    expect(maskerOf(undefined)("text")).toBe("text");
    expect(maskerOf([])("text", 2)).toBe("te");
    expect(createMasker(["", "  "])("text with  spaces")).toBe("text with  spaces");
    expect(createMasker(["tok%41"])("tok tok%4 %4 & \\ +")).toBe("tok tok%4 %4 & \\ +");
  });

  test("a value of less than four characters within a word", () => {
    const mask = createMasker(["abc", "7"]);
    expect(mask("abc, xabc abcx: abc")).toBe(`${MASK}, xabc abcx: ${MASK}`);
    expect(mask("7 of 70")).toBe(`${MASK} of 70`);
  });
});

test("a value that itself looks escaped is hidden as it is and encoded", () => {
  for (const value of ["a%41b c%25", "x\\u0041\\\\y", "p&amp;q&lt;"]) {
    const mask = createMasker([value]);
    for (const write of [WAYS["as it is"], WAYS["percent-encoded"], WAYS["as JSON"]]) {
      expect(mask(`[${write?.(value)}]`)).toBe(`[${MASK}]`);
    }
  }
});

test("a value in a host is hidden as it is looked up", () => {
  const { hostname } = new URL("http://Bücher-Geheim.example/");
  expect(createMasker(["Bücher-Geheim.example"])(`cannot find ${hostname}`)).toBe(`cannot find ${MASK}`);
});

test("a megabyte of near misses is looked through", () => {
  const mask = createMasker([`${"a".repeat(60_000)}b`]);
  expect(mask("a".repeat(1_000_000), 10)).toBe("aaaaaaaaaa");
});

test("what would take too much work to look through is hidden as a whole", () => {
  const mask = createMasker(["a".repeat(60_000)]);
  const masked = mask(`before ${"a".repeat(1_000_000)} after`);
  expect(masked).toBe(`before ${MASK}`);
});

describe("a value with spaces at its beginning", () => {
  test.each(["  two", " two", "+two", "\ttwo", "%20%20two"])("is found as %j", (written) => {
    expect(createMasker(["  two words"])(`say${written} words now`)).not.toContain("two");
  });
});
