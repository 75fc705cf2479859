import fc from "fast-check";
import { expect, test } from "vitest";
import { readHistorySearch } from "./history-search.ts";
import { readRange } from "./read-range.ts";

const NOW_MS = Date.parse("2026-11-27T12:00:00Z");
const read = (search: Record<string, unknown>) => readRange(readHistorySearch(search), NOW_MS);

test("the time in the address is shown, in any offset", () => {
  expect(read({ from: "2026-11-21T11:00:00+01:00", to: "2026-11-21T12:00:00Z" })).toEqual({
    range: { from: "2026-11-21T10:00:00.000Z", to: "2026-11-21T12:00:00.000Z" },
    problem: null,
  });
  expect(read({ period: "7d" })).toEqual({ range: { period: "7d" }, problem: null });
});

test.each([
  [{ from: "2026-11-21" }, /without an end/],
  [{ to: "2026-11-21" }, /without a start/],
  [{ from: "yesterday", to: "2026-11-21" }, /“yesterday” in the address is not a time/],
  [{ from: "2026-11-20", to: "2026-13-45" }, /“2026-13-45” in the address is not a time/],
  [{ from: 2026, to: 2027 }, /“2026” in the address is not a time/],
  [{ from: "2026-11-21", to: "2026-11-20" }, /ends before it starts/],
  [{ from: "2026-11-21", to: "2026-11-21" }, /ends before it starts/],
  [{ from: "2027-01-01", to: "2027-01-02" }, /in the future/],
  [{ from: "1970-01-01", to: "2026-11-20" }, /before the year 2000/],
])("%j falls back to the period with a sentence", (search, problem) => {
  expect(read(search)).toEqual({ range: { period: "24h" }, problem: expect.stringMatching(problem) });
  expect(read({ ...search, period: "90d" }).problem).toMatch(/ The last 90 days are shown\.$/);
});

test("any text in the address gives a range that the API accepts", () => {
  const text = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(text, text, (from, to) => {
      const { range, problem } = read({ from, to });
      if ("period" in range) return problem !== null || (from === "" && to === "");
      return problem === null && Date.parse(range.from) < Date.parse(range.to);
    }),
  );
});
