import type { CheckJob, CheckOutcome } from "@vedette/contract/checks/check-run.ts";

/** A check that is due now and may start within 30 seconds. */
export function checkJob(change: Partial<CheckJob> = {}): CheckJob {
  const nowMs = Date.now();
  const common = { timeoutMs: 1_000, retries: 0, degradedAfterMs: null, assertions: [] };
  return {
    seriesKey: 1,
    orgId: "org",
    shard: 0,
    location: "home",
    trigger: "schedule",
    slotMs: nowMs,
    startByMs: nowMs + 30_000,
    spec: { kind: "tcp", host: "nas", port: 445, ...common },
    ...change,
  };
}

/** The outcome of a check whose target responded. */
export function upOutcome(change: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    status: "up",
    checkedAtMs: 1,
    responseUs: 5,
    timings: { dnsUs: null, connectUs: 1, tlsUs: null, ttfbUs: 2, downloadUs: 2 },
    statusCode: 200,
    ip: "127.0.0.1",
    tls: null,
    bodyBytes: 0,
    attempts: 1,
    assertions: [],
    error: null,
    ...change,
  };
}
