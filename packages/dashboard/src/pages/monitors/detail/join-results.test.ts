import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { expect, test } from "vitest";
import { at } from "../../../../test/fixtures.ts";
import { joinResults } from "./join-results.ts";

function result(nr: number, change: Partial<CheckResult> = {}): CheckResult {
  return {
    id: `r${nr}`,
    monitor_id: "m1",
    location: "fra",
    runner: "fra",
    trigger: "schedule",
    status: "up",
    checked_at: at(-nr),
    response_time_ms: nr,
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, ttfb_ms: null, download_ms: null },
    status_code: 200,
    ip: "192.0.2.1",
    tls: null,
    body_bytes: null,
    has_body: false,
    attempts: 1,
    assertions: [],
    error: null,
    ...change,
  };
}

const down: Partial<CheckResult> = {
  status: "down",
  status_code: null,
  error: { code: "CONNECT_REFUSED", message: "refused", phase: "connect" },
};

test("joins three or more consecutive results of the same status and cause, at any location", () => {
  const results = [
    result(0),
    result(1, down),
    result(2, { ...down, location: "nyc" }),
    result(3, down),
    result(4),
    result(5, { ip: "192.0.2.2" }),
  ];
  expect(joinResults(results).map(({ items: joined }) => joined.map(({ id }) => id))).toEqual([
    ["r0"],
    ["r1", "r2", "r3"],
    ["r4"],
    ["r5"],
  ]);
});

test("another cause or another status code is another row", () => {
  const timeout = { ...down, error: { code: "TIMEOUT", message: "timed out", phase: "headers" } } as const;
  const results = [result(0, down), result(1, timeout), result(2, { status: "down", status_code: 500 })];
  expect(joinResults(results)).toHaveLength(3);
});
