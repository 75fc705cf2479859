import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";

/** A typical check: one URL, a few headers, two assertions. */
export function makeJob(number: number): CheckJob {
  const nowMs = Date.now();
  return {
    seriesKey: number,
    orgId: "bench",
    shard: number % SHARDS,
    location: "default",
    trigger: "schedule",
    slotMs: nowMs,
    startByMs: nowMs + 30_000,
    spec: {
      kind: "url",
      url: `https://service-${number % 1_000}.example.org/health?verbose=1`,
      method: "GET",
      headers: {
        accept: "application/json",
        "user-agent": "vedette",
        authorization: "Bearer 0123456789abcdef",
      },
      body: null,
      followRedirects: true,
      verifyTls: true,
      secretHeaders: ["authorization"],
      timeoutMs: 10_000,
      retries: 1,
      degradedAfterMs: 2_000,
      assertions: [
        { type: "status_code", property: null, operator: "equals", value: 200 },
        { type: "response_time", property: null, operator: "less_than", value: 2_000 },
      ],
      mask: ["0123456789abcdef"],
    },
  };
}

/** The report of a successful check. */
export function toReport({ seriesKey, shard, slotMs, location }: CheckJob): CheckReport {
  const timings = { dnsUs: 812, connectUs: 1_204, tlsUs: 4_100, ttfbUs: 22_310, downloadUs: 410 };
  return {
    seriesKey,
    shard,
    slotMs,
    location,
    trigger: "schedule",
    runner: "r1",
    outcome: {
      status: "up",
      checkedAtMs: slotMs + 4,
      responseUs: 28_836,
      timings,
      statusCode: 200,
      ip: "203.0.113.7",
      tls: {
        expiresAtMs: slotMs + 5_000_000_000,
        issuer: "CN=R11,O=Let's Encrypt,C=US",
        protocol: "TLSv1.3",
      },
      bodyBytes: 1_204,
      attempts: 1,
      assertions: [],
      error: null,
    },
  };
}
