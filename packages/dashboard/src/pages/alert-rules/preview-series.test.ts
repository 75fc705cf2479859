import { expect, test } from "vitest";
import { openOverTime } from "./preview-series.ts";

const NOW = Date.parse("2026-01-08T00:00:00Z");

test("counts an alert in every step it was open in, including short and still open alerts", () => {
  const alerts = [
    { triggered_at: "2026-01-01T00:10:00.000Z", resolved_at: "2026-01-01T00:11:00.000Z" },
    { triggered_at: "2026-01-01T00:30:00.000Z", resolved_at: "2026-01-01T01:30:00.000Z" },
    { triggered_at: "2026-01-07T22:30:00.000Z", resolved_at: null },
  ];
  const { at, open } = openOverTime({ days: 7, alerts }, NOW);
  expect(at[1]).toBe("2026-01-01T01:00:00.000Z");
  expect([open[0], open[1], open[2], open.at(-3), open.at(-2), open.at(-1)]).toEqual([2, 1, 0, 0, 1, 1]);
});

test("counts an alert that opened before the period from the first step", () => {
  const alerts = [{ triggered_at: "2025-12-01T00:00:00.000Z", resolved_at: "2026-01-01T00:30:00.000Z" }];
  expect(openOverTime({ days: 7, alerts }, NOW).open.slice(0, 2)).toEqual([1, 0]);
});
