import { expect, test } from "vitest";
import type { WaterfallRow } from "./waterfall-rows.ts";
import { waterfallTable } from "./waterfall-table.ts";

test("each row has its start, duration and parts, and what did not happen is empty", () => {
  const part = (label: string, ms: number) => ({
    ...{ label, ms, color: "--up" as const, background: "bg-up" },
  });
  const rows: WaterfallRow[] = [
    { id: "0", label: "=home", startMs: 0, durationMs: 30, parts: [part("DNS", 10), part("TLS", 20)] },
    { id: "1", label: "cart", startMs: 40, durationMs: 5, parts: [part("TLS", 5)] },
    { id: "2", label: "pay", startMs: null, durationMs: null, parts: [] },
  ];
  expect(waterfallTable(rows, "2026-11-27T12:00:00.000Z")).toEqual({
    header: ["name", "start_utc", "start (ms)", "duration (ms)", "DNS (ms)", "TLS (ms)"],
    rows: [
      ["=home", "2026-11-27T12:00:00.000Z", 0, 30, 10, 20],
      ["cart", "2026-11-27T12:00:00.040Z", 40, 5, null, 5],
      ["pay", null, null, null, null, null],
    ],
  });
});
