import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, lookupOf } from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";
import { readPing } from "./read-ping.ts";

const hasPing = ["/usr/bin/ping", "/bin/ping", "/sbin/ping"].some((path) => existsSync(path));
const run = (fields: Record<string, unknown>) =>
  runCheck(
    specOf("ping", { host: "loop.test", ...fields }),
    checkContext({ lookup: lookupOf({ "loop.test": ["127.0.0.1"] }) }),
  );
const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

describe.skipIf(!hasPing)("with the program of the system (Debian: apt-get install iputils-ping)", () => {
  test("loopback answers; the response time is the time of the name and the average", async () => {
    const outcome = await run({
      count: 2,
      max_loss_percent: 0,
      assertions: [
        is("packet_loss", "equals", 0),
        is("rtt_avg", "less_than", 5_000),
        is("rtt_max", "greater_than", 0),
      ],
    });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    expect(outcome.timings).toMatchObject({ connectUs: null, tlsUs: null, downloadUs: null });
    expect((outcome.timings.dnsUs ?? 0) + (outcome.timings.ttfbUs ?? 0)).toBe(outcome.responseUs);
  });

  test("an assertion on a time can fail", async () => {
    const { error } = await run({ count: 1, assertions: [is("rtt_avg", "less_than", 0)] });
    expect(error).toMatchObject({ code: "ASSERTION_FAILED" });
  });

  test("is killed at the timeout of the check", async () => {
    const { error } = await run({ count: 20, packet_interval_ms: 5_000, timeout_ms: 300 });
    expect(error).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: the pings did not end within 0.3 s",
    });
  });
});

test("a host is never an option of the program: it is resolved first", async () => {
  const { error } = await runCheck(specOf("ping", { host: "-f" }), checkContext({ lookup: lookupOf({}) }));
  expect(error).toMatchObject({ code: "DNS_FAILED" });
});

test.each([
  [
    "iputils",
    "4 packets transmitted, 3 received, 25% packet loss, time 603ms\nrtt min/avg/max/mdev = 0.034/0.052/0.063/0.011 ms\n",
    { sent: 4, received: 3, lossPercent: 25, minMs: 0.034, averageMs: 0.052, maxMs: 0.063, jitterMs: 0.011 },
  ],
  [
    "BusyBox",
    "3 packets transmitted, 3 packets received, 0% packet loss\nround-trip min/avg/max = 0.1/0.2/0.3 ms\n",
    { sent: 3, received: 3, lossPercent: 0, minMs: 0.1, averageMs: 0.2, maxMs: 0.3, jitterMs: null },
  ],
  [
    "macOS",
    "1 packets transmitted, 1 packets received, 0.0% packet loss\nround-trip min/avg/max/stddev = 0.1/0.1/0.1/nan ms\n",
    { sent: 1, received: 1, lossPercent: 0, minMs: 0.1, averageMs: 0.1, maxMs: 0.1, jitterMs: null },
  ],
  [
    "no answer",
    "3 packets transmitted, 0 received, +3 errors, 100% packet loss, time 2043ms\n",
    { sent: 3, received: 0, lossPercent: 100, minMs: null, averageMs: null, maxMs: null, jitterMs: null },
  ],
])("reads the summary of %s", (_, output, report) => {
  expect(readPing(output)).toEqual(report);
});

test.each(["", "ping: socket: Operation not permitted", "garbage\n".repeat(1_000)])(
  "finds no summary in another text",
  (output) => {
    expect(readPing(output)).toBeNull();
  },
);
