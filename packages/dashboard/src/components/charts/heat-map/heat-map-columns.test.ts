import { expect, test } from "vitest";
import { columnsTime, placeMarkers } from "./heat-map-columns.ts";

const START_MS = Date.UTC(2026, 10, 27, 12);
const at = (minute: number) => new Date(START_MS + minute * 60_000).toISOString();
const data = { columns: [0, 10, 20].map((minute) => ({ at: at(minute), counts: [1] })), to: at(25) };

test("selected columns are the time from the first to the end of the last, in any order", () => {
  expect(columnsTime(data, 1, 0)).toEqual({ fromMs: START_MS, toMs: START_MS + 20 * 60_000 });
  expect(columnsTime(data, 2, 2)).toEqual({ fromMs: START_MS + 20 * 60_000, toMs: START_MS + 25 * 60_000 });
});

test("markers are placed by time, and those outside of the map are left out", () => {
  const marker = (minute: number) => ({
    ...{ atMs: START_MS + minute * 60_000, kind: "deploy" as const, label: "x" },
  });
  expect(placeMarkers(data, [marker(-1), marker(5), marker(5.1), marker(25), marker(26)])).toMatchObject([
    { share: 0.2, count: 2 },
    { share: 1, count: 1 },
  ]);
  expect(placeMarkers({ columns: [], to: at(25) }, [marker(5)])).toEqual([]);
});
