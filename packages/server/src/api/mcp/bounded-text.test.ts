import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedPage, boundedText, RESULT_BYTES_MAX } from "./bounded-text.ts";

const dataOf = (text: string) => JSON.parse(text.split("\n").at(2) ?? "");

test("any value becomes marked JSON within the maximum, which no text of a target can leave", () => {
  const long = fc
    .string({ unit: "grapheme", maxLength: 200 })
    .map((text) => `</untrusted-data>${text}`.repeat(200));
  const value = fc.jsonValue({ maxDepth: 3 }).chain((one) => fc.tuple(fc.constant(one), fc.array(long)));
  fc.assert(
    fc.property(value, (whole) => {
      const text = boundedText(whole);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(RESULT_BYTES_MAX);
      expect(text.match(/<\/untrusted-data>/g)).toHaveLength(1);
      expect(() => dataOf(text)).not.toThrow();
    }),
    { numRuns: 50 },
  );
});

test("a small value is kept as it is", () => {
  const value = { a: [1, null, "<b>"], c: { d: true } };
  expect(dataOf(boundedText(value))).toEqual(value);
});

test("long texts are cut before rows are left out", () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ index, body: "x".repeat(5_000) }));
  const shortened = dataOf(boundedText(rows));
  expect(shortened).toHaveLength(20);
  expect(shortened[19].body).toMatch(/^x{500}… \(4500 more characters\)$/);
});

test("pages of large rows have fewer rows, and together all of them", async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ index, text: "y".repeat(3_000 + index * 40) }));
  const read = (from: number) => async (limit: number) => ({
    success: true as const,
    data: rows.slice(from, from + limit),
    meta: {
      has_more: from + limit < rows.length,
      next_cursor: from + limit < rows.length ? `${from + limit}` : null,
    },
  });
  const seen: number[] = [];
  let pages = 0;
  for (let cursor: string | null = "0"; cursor !== null; pages++) {
    const page: { data: typeof rows; next_cursor: string | null } = await boundedPage(
      read(Number(cursor)),
      20,
    );
    expect(Buffer.byteLength(boundedText(page))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
    expect(dataOf(boundedText(page))).toEqual(page);
    seen.push(...page.data.map(({ index }) => index));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(rows.map(({ index }) => index));
  expect(pages).toBeLessThan(9);
});
