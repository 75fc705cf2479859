import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFinder, createMasker, MASK, maskerOf } from "./mask.ts";

const secret = fc
  .string({ minLength: 4, maxLength: 40, unit: "grapheme-ascii" })
  .filter((text) => text.trim().length >= 4 && /[A-Za-z0-9]{3}/.test(text));
const any = fc.string({ unit: "grapheme" });

const ENCODERS: Record<string, (text: string) => string> = {
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
  "in hex": (text) => Buffer.from(text).toString("hex"),
  "in upper-case hex": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "in base32": base32,
  "in lower-case base32": (text) => base32(text).toLowerCase(),
};

/** Uses the number that the bytes form, so that it shares no code with the implementation under test. */
function base32(text: string): string {
  const bytes = Buffer.from(text);
  const padding = (5 - (bytes.length % 5)) % 5;
  const number = BigInt(`0x${bytes.toString("hex")}${"00".repeat(padding)}`);
  const digits = number.toString(32).padStart(((bytes.length + padding) * 8) / 5, "0");
  const letters = digits.replaceAll(/./g, (digit) => ALPHABET.charAt(Number.parseInt(digit, 32)));
  return letters.slice(0, Math.ceil((bytes.length * 8) / 5));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

describe("a value of four characters or more", () => {
  test.each(Object.entries(ENCODERS))("is masked %s", (_name, write) => {
    fc.assert(
      fc.property(secret, (value) => {
        expect(createMasker([value])(`before "${write(value)}" after`)).toBe(
          `before "${MASK}" after`.replace(MASK, () => maskedLength(write(value), value)),
        );
      }),
    );
  });

  test("is masked in base64 together with surrounding text", () => {
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

  test("is masked before a text is truncated, and where it was truncated before", () => {
    const mask = createMasker(["correct horse battery"]);
    expect(mask("say: correct horse battery!", 8)).toBe(`say: ${MASK}`.slice(0, 8));
    expect(mask("say: correct horse battery!", 100)).toBe(`say: ${MASK}!`);
    expect(mask('got "correct hor…"')).toBe(`got "${MASK}…"`);
    expect(mask('got "cor…"')).toBe('got "cor…"');
    expect(mask("correct \n horse\tbattery")).toBe(MASK);
  });
});

/** A value with leading or trailing spaces is found with or without them. */
function maskedLength(written: string, value: string): string {
  const masked = createMasker([value])(`"${written}"`).slice(1, -1);
  expect(masked).not.toContain(value.trim());
  expect(masked).toContain(MASK);
  return masked;
}

describe("a value with line breaks, quotes and backslashes", () => {
  const VALUES = {
    "a PEM key": `-----BEGIN PRIVATE KEY-----\nMIIEvgIBADANBg/kqh+kiG9w0BAQ\nEFAASCBKgwggSk\n-----END PRIVATE KEY-----\n`,
    "a service account": JSON.stringify(
      { type: "service_account", private_key: "-----BEGIN\nMIIEvg+/\n" },
      null,
      2,
    ),
    "a Windows account": "CORP\\nadia.user",
    "quotes and percent signs": `p@ss w+rd/&\\"<é>"'=%41%25\\u0041`,
    "line ends of Windows": "first line\r\nsecond \\ line",
  };
  const WRITERS: Record<string, (text: string) => string> = {
    "JSON.stringify": (text) => JSON.stringify(text).slice(1, -1),
    "a writer of ASCII": (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
    "a writer that escapes slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
    "a writer that escapes for HTML": (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(/[&<>']/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
  };
  const escaped = (text: string, write: (text: string) => string, levels: number) =>
    Array.from({ length: levels }).reduce<string>((written) => write(written), text);

  for (const [name, value] of Object.entries(VALUES)) {
    for (const [writer, write] of Object.entries(WRITERS)) {
      test.each([0, 1, 2, 3, 4])(`${name} is masked after escaping by ${writer}, %d times`, (levels) => {
        const text = `{"a":"${escaped(value.trim(), write, levels)}","b":1}`;
        expect(createMasker([value])(text)).toBe(`{"a":"${MASK}","b":1}`);
      });
    }
  }

  test("is masked on one line and with collapsed white space", () => {
    const value = VALUES["a service account"];
    const field = value.replaceAll("\n", "").replaceAll(/ +/g, " ");
    const mask = createMasker([value, "it's `quoted`"]);
    expect(mask(`textbox: ${JSON.stringify(field)}`)).toBe(`textbox: "${MASK}"`);
    expect(mask(JSON.stringify({ message: String.raw`locator('it\'s \`quoted\`')` }))).toBe(
      `{"message":"locator('${MASK}')"}`,
    );
  });

  test("is masked if percent-encoded after escaping", () => {
    const text = encodeURIComponent(JSON.stringify({ key: VALUES["a PEM key"].trim() }));
    expect(createMasker([VALUES["a PEM key"]])(text)).toBe(`%7B%22key%22%3A%22${MASK}%22%7D`);
  });

  test("masks any value, escaped up to four times by any writer", () => {
    const awkward = fc
      .array(
        fc.constantFrom("a", "B7", "\\", '"', "\n", "\r\n", "/", "%", "25", "u0041", "é", " ", "&", "n"),
        {
          minLength: 4,
          maxLength: 30,
        },
      )
      .map((parts) => parts.join(""))
      .filter((text) => text.trim().length >= 4 && /[aB7é]/.test(text));
    fc.assert(
      fc.property(
        fc.oneof(awkward, secret),
        fc.constantFrom(...Object.values(WRITERS)),
        fc.integer({ min: 0, max: 4 }),
        (value, write, levels) => {
          const written = escaped(value.trim(), write, levels);
          expect(createMasker([value])(`before <${written}> after`)).toBe(`before <${MASK}> after`);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("a private key in PEM", () => {
  const LINES = ["MIIEvgIBADANBg/kqh+kiG9w0BAQ", "EFAASCBKgwggSkAgEAAoIBAQC7VJ", "TUt9Us8cKjMzEf=="];
  const KEY = `-----BEGIN EC PRIVATE KEY-----\n${LINES.join("\n")}\n-----END EC PRIVATE KEY-----\n`;
  const STORED = {
    "as it is": KEY,
    "with line ends of Windows": KEY.replaceAll("\n", "\r\n"),
    "beside its certificate": `-----BEGIN CERTIFICATE-----\nMIIBopen\n-----END CERTIFICATE-----\n${KEY}`,
    "in a service account": JSON.stringify({ private_key: KEY }),
    "without an end": KEY.slice(0, KEY.indexOf("-----END")),
  };

  test.each(Object.entries(STORED))("stored %s, is masked line by line and joined", (_name, stored) => {
    const mask = createMasker([stored]);
    for (const line of LINES) {
      expect(mask(`bad base64 in line "${line}"`)).toBe(`bad base64 in line "${MASK}"`);
      expect(mask(line.replaceAll("/", "\\/"))).toBe(MASK);
      expect(mask(encodeURIComponent(line))).toBe(MASK);
    }
    expect(mask(`{"der":"${LINES.join("")}"}`)).toBe(`{"der":"${MASK}"}`);
    expect(mask(`der ${LINES.join("").slice(0, 40)}…`)).toBe(`der ${MASK}…`);
  });

  test("leaves its certificate and the words around it readable", () => {
    const mask = createMasker([STORED["beside its certificate"]]);
    expect(mask("MIIBopen -----BEGIN EC PRIVATE KEY-----")).toBe("MIIBopen -----BEGIN EC PRIVATE KEY-----");
  });
});

describe("a value that was encoded twice or together with others", () => {
  const value = "correct-horse-7f3a";
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  test("is masked if it was percent-encoded or form-encoded before base64, as by OAuth 2", () => {
    const awkward = "c4 nary: /+&%é";
    const encoded = {
      part: encodeURIComponent(awkward),
      form: new URLSearchParams({ "": awkward }).toString(),
    };
    for (const text of [encoded.part, encoded.form.slice(1)]) {
      const masked = createMasker([awkward])(`Basic ${base64(`shop:${text}`)}`);
      expect(masked).toContain(MASK);
      const left = Buffer.from(masked.slice("Basic ".length).replaceAll(MASK, ""), "base64").toString(
        "latin1",
      );
      expect(left).not.toMatch(/c4|nary/);
    }
  });

  test.each(["", "u", "us", "user:"])("is masked in base64 of base64 after %j", (before) => {
    for (const around of ["", "a", "ab"]) {
      const masked = createMasker([value])(base64(around + base64(before + value)));
      const decoded = Buffer.from(masked.replaceAll(MASK, ""), "base64").toString("latin1");
      expect(masked).toContain(MASK);
      expect(decoded).not.toContain(base64(value).slice(4, 12));
    }
  });

  test.each(["", "1", "12", "123", "1234"])("is masked in base32 after %j", (before) => {
    const masked = createMasker([value])(`otpauth=${base32(`${before}${value}!`)};`);
    // At most the characters that it shares with adjacent bytes remain.
    expect(masked).toMatch(/^otpauth=[A-Z2-7]{0,8}••••[A-Z2-7]{0,3};$/);
  });

  test("is masked in hex between other bytes", () => {
    const hex = Buffer.from(`a${value}b`).toString("hex");
    expect(createMasker([value])(hex)).toBe(`61${MASK}62`);
  });
});

test("a finder returns the positions of values in any encoding", () => {
  const find = createFinder(["correct horse"]);
  const hex = Buffer.from("correct horse").toString("hex");
  expect(find(`a correct\n horse, ${hex}`)).toEqual([
    { from: 2, to: 16 },
    { from: 18, to: 44 },
  ]);
  expect(find("nothing here")).toEqual([]);
});

describe("several values", () => {
  test("that overlap are masked completely", () => {
    expect(createMasker(["abcd", "cdef"])("xabcdefx")).toBe(`x${MASK}x`);
    expect(createMasker(["abcd", "abcdefgh"])("abcdefgh abcd")).toBe(`${MASK} ${MASK}`);
    expect(createMasker(["abab"])("xabababx")).toBe(`x${MASK}x`);
  });

  test("are masked in any text", () => {
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 5 }), fc.array(any, { maxLength: 6 }), (values, parts) => {
        const text = parts.map((part, index) => part + (values[index] ?? "")).join("");
        const masked = createMasker(values)(text);
        for (const value of values) expect(masked.replaceAll(MASK, "\u0000")).not.toContain(value);
      }),
    );
  });
});

describe("unmasked text", () => {
  test("keeps a text without a value, and any text without values to mask", () => {
    expect(maskerOf(undefined)("text")).toBe("text");
    expect(maskerOf([])("text", 2)).toBe("te");
    expect(createMasker(["", "  "])("text with  spaces")).toBe("text with  spaces");
    expect(createMasker(["tok%41"])("tok tok%4 %4 & \\ +")).toBe("tok tok%4 %4 & \\ +");
  });

  test("keeps a value of less than four characters within a word", () => {
    const mask = createMasker(["abc", "7"]);
    expect(mask("abc, xabc abcx: abc")).toBe(`${MASK}, xabc abcx: ${MASK}`);
    expect(mask("7 of 70")).toBe(`${MASK} of 70`);
  });
});

test("masks a value that itself looks escaped, literally and encoded", () => {
  for (const value of ["a%41b c%25", "x\\u0041\\\\y", "p&amp;q&lt;"]) {
    const mask = createMasker([value]);
    for (const write of [ENCODERS["as it is"], ENCODERS["percent-encoded"], ENCODERS["as JSON"]]) {
      expect(mask(`[${write?.(value)}]`)).toBe(`[${MASK}]`);
    }
  }
});

test("masks a value in a host in its ASCII form", () => {
  const { hostname } = new URL("http://Bücher-Geheim.example/");
  expect(createMasker(["Bücher-Geheim.example"])(`cannot find ${hostname}`)).toBe(`cannot find ${MASK}`);
});

test("handles a megabyte of near misses", () => {
  const mask = createMasker([`${"a".repeat(60_000)}b`]);
  expect(mask("a".repeat(1_000_000), 10)).toBe("aaaaaaaaaa");
});

test("masks a text completely if searching it would take too long", () => {
  const mask = createMasker(["a".repeat(60_000)]);
  const masked = mask(`before ${"a".repeat(1_000_000)} after`);
  expect(masked).toBe(`before ${MASK}`);
});

describe("a value with leading spaces", () => {
  test.each(["  two", " two", "+two", "\ttwo", "%20%20two"])("is found as %j", (written) => {
    expect(createMasker(["  two words"])(`say${written} words now`)).not.toContain("two");
  });
});
