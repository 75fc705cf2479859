import fc from "fast-check";
import { types } from "pg";
import { expect, test } from "vitest";
import { parseInstant } from "./parse-instant.ts";

const parseAsDriver = types.getTypeParser(types.builtins.TIMESTAMPTZ, "text");

const digits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"));

/** What PostgreSQL may write, also in other time zones, for years of one to six digits and for infinity. */
const texts = fc.oneof(
  fc
    .record({
      year: fc.integer({ min: 1, max: 294_276 }).map((year) => String(year).padStart(4, "0")),
      month: fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, "0")),
      day: fc.integer({ min: 1, max: 28 }).map((day) => String(day).padStart(2, "0")),
      clock: fc.tuple(digits(23), digits(59), digits(59)).map((parts) => parts.join(":")),
      fraction: fc.integer({ min: 0, max: 999_999 }).map(fractionOf),
      zone: fc.constantFrom("+00", "+00", "+00", "+02", "-03:30", "+05:45:12"),
      era: fc.constantFrom("", "", " BC"),
    })
    .map((at) => `${at.year}-${at.month}-${at.day} ${at.clock}${at.fraction}${at.zone}${at.era}`),
  fc.constantFrom("infinity", "-infinity"),
);

function fractionOf(microseconds: number): string {
  const kept = String(microseconds).padStart(6, "0").replace(/0+$/, "");
  return kept && `.${kept}`;
}

test("reads every instant as the driver does", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(Number(parseInstant(text))).toBe(Number(parseAsDriver(text)));
    }),
  );
});
