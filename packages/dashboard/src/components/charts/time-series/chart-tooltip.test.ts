import { expect, test } from "vitest";
import { pointTexts } from "./chart-tooltip.tsx";
import type { ChartMarker } from "./series.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-11-26T12:00:00.000Z");
const at = [0, 1, 2].map((minute) => new Date(START_MS + minute * MINUTE_MS).toISOString());

test("each marker is shown at the position before it, and those outside of all positions at the nearest", () => {
  const marker = (label: string, minute: number): ChartMarker => ({
    ...{ atMs: START_MS + minute * MINUTE_MS, kind: "deploy", label },
  });
  const markers = [marker("before", -5), marker("first", 0.5), marker("second", 1), marker("after", 30)];
  const series = [{ label: "p95", color: "--accent", values: [1, 2, 3] }] as const;
  const input = { at, series, markers, text: (value: number | null) => `${value}` };
  const labels = at.map((_, index) => pointTexts(input, index).slice(2));
  expect(labels).toEqual([["before", "first"], ["second"], ["after"]]);
});
