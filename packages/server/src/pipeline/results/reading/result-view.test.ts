import { checkResultSchema } from "@vedette/contract/checks/check-results.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResultRow } from "./queries.ts";
import { resultId, toCheckResult } from "./result-view.ts";

const SLOT_MS = Date.parse("2026-11-21T10:17:23.456Z");

const success: ResultRow = {
  slot_us: SLOT_MS * 1_000,
  series_key: 7,
  monitor_id: "01900000-0000-7000-8000-000000000001",
  location: "fra",
  runner: "runner-1",
  trigger: "s",
  status: "u",
  late_ms: 12,
  response_us: 123_456,
  dns_us: 1_000,
  connect_us: 2_000,
  tls_us: 30_000,
  ttfb_us: 80_056,
  status_code: 200,
  ip: "192.0.2.1",
  tls_expires_at: new Date("2027-01-01T00:00:00Z"),
  tls_issuer: "CN=Test",
  tls_protocol: "TLSv1.3",
  body_bytes: 512,
  attempts: 1,
  details: null,
};

describe("toCheckResult", () => {
  test("returns a success as the contract defines it, with phases that add up", () => {
    const result = toCheckResult(success);
    expect(result).toEqual(checkResultSchema.parse(result));
    expect(result).toMatchObject({
      checked_at: "2026-11-21T10:17:23.468Z",
      trigger: "schedule",
      status: "up",
      response_time_ms: 123.456,
      timings: { dns_ms: 1, connect_ms: 2, tls_ms: 30, ttfb_ms: 80.056, download_ms: 10.4 },
      tls: { expires_at: "2027-01-01T00:00:00.000Z", issuer: "CN=Test", protocol: "TLSv1.3" },
      assertions: [],
      error: null,
    });
  });

  test("returns a failure with its error and assertions, and null for phases that did not happen", () => {
    const error = { code: "CONNECT_REFUSED", message: "refused", phase: "connect" } as const;
    const assertions = [
      { type: "status_code", property: null, operator: "equals", value: 200, actual: null, passed: false },
    ] as const;
    const result = toCheckResult({
      ...success,
      status: "d",
      trigger: "m",
      response_us: 1_500,
      connect_us: 500,
      tls_us: null,
      ttfb_us: null,
      status_code: null,
      tls_expires_at: null,
      tls_issuer: null,
      tls_protocol: null,
      details: { error, assertions: [...assertions] },
    });
    expect(result).toMatchObject({
      status: "down",
      trigger: "manual",
      timings: { dns_ms: 1, connect_ms: 0.5, tls_ms: null, ttfb_ms: null, download_ms: null },
      tls: null,
      error,
      assertions,
    });
  });
});

describe("resultId", () => {
  const place = fc.record({
    slotUs: fc.integer({ min: 0, max: 4_000_000_000_000_000 }),
    seriesKey: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  });
  const idOf = ({ slotUs, seriesKey }: { slotUs: number; seriesKey: number }) =>
    resultId(slotUs / 1_000, seriesKey);

  test("is a UUID v7, stable, and sorts like the results", () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(idOf(one)).toMatch(UUID_PATTERN);
        expect(idOf(one)).toMatch(/^.{14}7.{4}8/);
        expect(idOf(one)).toBe(idOf({ ...one }));
        const isBefore =
          one.slotUs < other.slotUs || (one.slotUs === other.slotUs && one.seriesKey < other.seriesKey);
        expect(idOf(one) < idOf(other)).toBe(isBefore);
      }),
    );
  });
});
