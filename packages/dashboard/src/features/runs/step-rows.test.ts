import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { expect, test } from "vitest";
import { journeyRows, requestRows } from "./step-rows.ts";

const TIMINGS = { dns_ms: 1, connect_ms: 2, tls_ms: null, ttfb_ms: 30, download_ms: 4 };

function step(change: Partial<RunStep>): RunStep {
  return {
    index: 0,
    name: "read",
    action: "request",
    status: "passed",
    started_at: "2026-01-01T00:00:00.000Z",
    duration_ms: 40,
    error: null,
    attempt: 1,
    url: null,
    request: null,
    response: null,
    assertions: [],
    extracted: [],
    ...change,
  };
}

const response = {
  ...{ status_code: 200, headers: {}, body: null, body_truncated: false, body_bytes: 0 },
  ...{ redirects: 2, ip: null, tls: null, timings: TIMINGS },
};

test("steps start after the first of them, with the phases and redirects of their request", () => {
  const { at, rows } = requestRows([
    step({ response }),
    step({ index: 1, started_at: "2026-01-01T00:00:00.050Z", duration_ms: 100 }),
  ]);
  expect(at).toBe("2026-01-01T00:00:00.000Z");
  expect(rows.map(({ label, startMs }) => [label, startMs])).toEqual([
    ["1. read (2 redirects)", 0],
    ["2. read", 50],
  ]);
  expect(rows[0]?.parts.map(({ label, ms }) => [label, ms])).toEqual([
    ["DNS", 1],
    ["Connect", 2],
    ["First byte", 30],
    ["Download", 4],
  ]);
});

test("a step of a journey has the color of its status", () => {
  const { rows } = journeyRows([step({}), step({ index: 1, status: "failed" })]);
  expect(rows.map(({ parts }) => parts.map(({ label, ms }) => [label, ms]))).toEqual([
    [["Passed", 40]],
    [["Failed", 40]],
  ]);
});

test("a skipped step has no position, and a run without steps no start", () => {
  const skipped = journeyRows([step({ status: "skipped", started_at: null, duration_ms: null })]);
  expect(skipped).toMatchObject({ at: null, rows: [{ startMs: null, durationMs: null, parts: [] }] });
  expect(requestRows([])).toEqual({ at: null, rows: [] });
});
