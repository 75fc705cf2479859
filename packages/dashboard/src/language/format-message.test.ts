import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { formatMessage } from "./format-message.ts";
import { LOCALE } from "./language.ts";
import { parseMessage } from "./parse-message.ts";

const SOURCE = join(import.meta.dirname, "..");
const catalogs = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("de.json"))
  .map((path): Record<string, string> => JSON.parse(readFileSync(join(SOURCE, path), "utf8")));
const texts = catalogs
  .flatMap((catalog) => Object.entries(catalog).flat())
  .filter((text) => text.includes("{"));

test.each([0, 1, 2, 1_234_567.5])(
  "formats each text of the dashboard as FormatJS does, with %d",
  (number) => {
    const values = new Proxy({}, { get: () => number, has: () => true });
    const differing = texts.filter((text) => {
      const expected = new IntlMessageFormat(text, LOCALE, undefined, { ignoreTag: true }).format(values);
      return formatMessage(text, values).join("") !== String(expected);
    });
    expect(texts.length).toBeGreaterThan(1_000);
    expect(differing).toEqual([]);
  },
);

test("keeps values that are no text, in their place", () => {
  const time = { at: "2026-11-27" };
  expect(
    formatMessage("down since {time}, {count, plural, one {# check} other {# checks}}", { time, count: 1 }),
  ).toEqual(["down since ", time, ", ", "1", " check"]);
  expect(formatMessage("{a}{b}", { a: "x", b: 2 })).toEqual(["x", "2"]);
});

test.each([
  "{",
  "}",
  "{a",
  "{}",
  "{a, date}",
  "{a, plural}",
  "{a, plural, one {x}}",
  "{a, plural, other {x}",
])("rejects %s", (text) => {
  expect(() => parseMessage(text)).toThrow(SyntaxError);
});
