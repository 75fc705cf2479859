import { expect, test } from "vitest";
import { rangeOf, readHistorySearch, withRange } from "./history-search.ts";

const FROM = "2026-11-21T10:00:00.000Z";
const TO = "2026-11-21T12:00:00.000Z";

test("a time in the address replaces the period, and an invalid one is ignored", () => {
  expect(
    readHistorySearch({ period: "7d", from: "2026-11-21T11:00:00+01:00", to: TO, view: "heat" }),
  ).toEqual({
    from: FROM,
    to: TO,
    view: "heat",
  });
  for (const wrong of [{ from: TO, to: FROM }, { from: FROM }, { from: "x", to: "y" }])
    expect(readHistorySearch({ period: "7d", ...wrong, view: "none", day: "1.2.2026" })).toEqual({
      period: "7d",
    });
});

test("a range is written to the address without the default and without the one before", () => {
  const search = { location: "fra", period: "7d" as const };
  expect(withRange(search, { from: FROM, to: TO })).toEqual({ location: "fra", from: FROM, to: TO });
  expect(withRange({ location: "fra", from: FROM, to: TO }, { period: "24h" })).toEqual({ location: "fra" });
  expect(rangeOf({})).toEqual({ period: "24h" });
});
