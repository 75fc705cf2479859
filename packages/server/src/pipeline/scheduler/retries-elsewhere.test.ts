import type { CheckJob, CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { expect, test } from "vitest";
import { checkJob, upOutcome } from "../../../test/checks.ts";
import { type Definition, isCheckSpec } from "./definition.ts";
import { RetriesElsewhere, specForOwnLocation } from "./retries-elsewhere.ts";

const NOW_MS = 1_700_000_000_000;
const DOWN = upOutcome({
  status: "down",
  checkedAtMs: 5,
  error: { code: "CONNECT_REFUSED", message: "refused", phase: "connect" },
});

function definition(retries: number, locations = ["a", "b", "c"]): Definition {
  const { spec } = checkJob();
  return {
    ...{
      targetId: "t",
      kind: "monitor",
      orgId: "org",
      name: "m",
      shard: 3,
      enabled: true,
      intervalMs: 60_000,
    },
    ...{ type: null, tags: [], groupId: null, scheduleSinceMs: 0, revision: 1 },
    ...{ status: "up", statusSinceMs: 0, statusReason: null },
    spec: { ...spec, retries, retriesElsewhere: true, retryWait: { intervalMs: 2_000, backoff: "linear" } },
    series: locations.map((location, index) => ({
      ...{ seriesKey: index + 1, location, active: true, status: "up", statusSinceMs: 0 },
      ...{ consecutiveFailures: 0, consecutiveErrors: 0, accountedMs: null },
    })),
  };
}

/** Reports of the check at location b. */
const report = (outcome: CheckOutcome | null, retry?: number): CheckReport => ({
  ...{
    seriesKey: 2,
    shard: 3,
    slotMs: 7,
    location: "b",
    trigger: "schedule",
    runner: `runner-${retry ?? 0}`,
  },
  ...(retry !== undefined && { retry }),
  outcome,
});

function start(retries: number, locations?: string[]) {
  const all = new RetriesElsewhere();
  const flight = { definition: definition(retries, locations), location: "b" };
  const take = (outcome: CheckOutcome | null, retry?: number) =>
    all.take(report(outcome, retry), flight, NOW_MS);
  const retried = (outcome: CheckOutcome | null, retry?: number): CheckJob | null => {
    const found = take(outcome, retry);
    return found && "retry" in found ? found.retry : null;
  };
  const final = (outcome: CheckOutcome | null, retry?: number): CheckReport | null => {
    const found = take(outcome, retry);
    return found && "final" in found ? found.final : null;
  };
  return { take, retried, final };
}

test("a failed check is retried at the other locations in turn, with the waits of its backoff", () => {
  const { retried, final } = start(3);
  const first = retried(DOWN);
  expect(first).toMatchObject({
    ...{ seriesKey: 2, slotMs: 7, shard: 3, orgId: "org", location: "c", retry: 1, trigger: "schedule" },
    spec: { retries: 0, firstWaitMs: 2_000 },
  });
  expect(retried(DOWN, 1)).toMatchObject({ location: "a", retry: 2, spec: { firstWaitMs: 4_000 } });
  expect(retried(DOWN, 2)).toMatchObject({ location: "c", retry: 3, spec: { firstWaitMs: 6_000 } });
  expect(final(DOWN, 3)).toMatchObject({ location: "b", outcome: { status: "down", attempts: 4 } });
});

test("a retry that passes is the result of the own location, and names its runner", () => {
  const { retried, final } = start(2);
  retried(DOWN);
  expect(final(upOutcome({ checkedAtMs: 900 }), 1)).toEqual({
    ...report(upOutcome({ checkedAtMs: 5, attempts: 2 })),
    runner: "runner-1",
  });
});

test("a retry that cannot start leaves the failure", () => {
  const { retried, final } = start(2);
  retried(DOWN);
  expect(final(null, 1)).toEqual(report(DOWN));
});

test("a duplicate of an earlier report changes nothing", () => {
  const { retried, take, final } = start(2);
  retried(DOWN);
  expect(take(DOWN)).toBeNull();
  expect(take(upOutcome(), 2)).toBeNull();
  expect(final(upOutcome(), 1)).toMatchObject({ outcome: { status: "up" } });
});

test("the next holder of the shard continues with the retries", () => {
  const check = { seriesKey: 2, shard: 3, slotMs: 7, lostAtMs: NOW_MS, gaps: [] };
  const flight = { definition: definition(2), location: "b" };
  const [before, after] = [new RetriesElsewhere(), new RetriesElsewhere()];
  before.take(report(DOWN), flight, NOW_MS);
  const handedOver = before.handOver(check);
  expect(before.take(report(DOWN, 1), flight, NOW_MS)).toBeNull();
  after.takeOver(handedOver);
  expect(after.take(report(DOWN, 1), flight, NOW_MS)).toMatchObject({ retry: { location: "a", retry: 2 } });
  expect(before.handOver(check)).toEqual(check);
});

test("what passed, was not started or cannot be retried is final", () => {
  const blocked = upOutcome({
    status: "error",
    error: { code: "ADDRESS_BLOCKED", message: "blocked", phase: "connect" },
  });
  for (const outcome of [upOutcome(), null, blocked]) {
    expect(start(2).final(outcome)).toEqual(report(outcome));
  }
  const proxyFailed = upOutcome({
    status: "error",
    error: { code: "PROXY_FAILED", message: "refused", phase: "proxy" },
  });
  expect(start(2).retried(proxyFailed)).toMatchObject({ location: "c" });
});

test("without retries or another location a failure is final", () => {
  expect(start(0).final(DOWN)).toEqual(report(DOWN));
  expect(start(2, ["b"]).final(DOWN)).toEqual(report(DOWN));
});

test("the own location makes one attempt, with one spec for all its checks", () => {
  const elsewhere = definition(2);
  const { spec } = elsewhere;
  if (!isCheckSpec(spec)) throw new Error("not a check");
  const own = specForOwnLocation(elsewhere, spec);
  expect(own).toEqual({ ...spec, retries: 0 });
  expect(specForOwnLocation(elsewhere, spec)).toBe(own);
  const alone = definition(2, ["a"]);
  expect(specForOwnLocation(alone, spec)).toBe(spec);
});
