import { expect, test } from "vitest";
import { chartSpans } from "./chart-spans.ts";

const times = { from: "2026-11-27T10:00:00.000Z", to: "2026-11-27T11:00:00.000Z" };

test("times that are not up, missed checks and maintenance windows are shaded with what they were", () => {
  const spans = chartSpans({
    ...times,
    imported: null,
    spans: [
      { status: "down", ...times },
      { status: "up", ...times },
    ],
    missed: [],
    maintenance_windows: [{ id: "1", name: "Database upgrade", mode: "mute", ...times }],
  });
  expect(spans.map(({ kind, label }) => [kind, label])).toEqual([
    ["down", "Down for 1 h"],
    ["window", "Maintenance window Database upgrade for 1 h"],
  ]);
  expect(spans[0]).toMatchObject({ fromMs: Date.parse(times.from), toMs: Date.parse(times.to) });
});
