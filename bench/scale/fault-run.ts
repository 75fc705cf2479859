import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createMonitors } from "../../e2e/harness/monitors.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { countShards, type Fleet, type FleetOptions, hasRunners, LOCATION, startFleet } from "./fleet.ts";
import { countSlots, type SlotCounts } from "./slot-queries.ts";
import { countPerSecond, findSilences, type Silence, startTarget, type Target } from "./target.ts";

/** A fleet under load, in which a scenario causes a fault. */
export type FaultRun = {
  readonly fleet: Fleet;
  readonly target: Target;
  /** Marks the time of the fault; silences are counted from then on. */
  fault(): void;
  /** Seconds since the fault. */
  elapsedSeconds(): number;
  /** Waits until the shards are balanced over the schedulers. The first time is reported. */
  rebalanced(schedulers?: readonly Vedette[]): Promise<void>;
  /** A further expectation of the scenario. */
  expect(what: string, isMet: boolean): void;
};

export type Outcome = {
  silence: Silence;
  slots: SlotCounts;
  /** Time since the fault; null if no rebalancing was expected. */
  rebalancedSeconds: number | null;
  unmet: string[];
};

/** Monitors that are checked every second, and as many every ten seconds; a third of each respond slowly. */
const MONITORS_EACH = 100;
const INTERVAL_MS = { fast: 1_000, seldom: 10_000 } as const;
const SETTLE_MS = 6_000;
const REBALANCE_MAX_MS = 40_000;
/** By then each slot has a record. */
const SLOTS_MAX_MS = 20_000;
const POLL_MS = 100;

export async function runFault(
  { host, ...options }: FleetOptions,
  cause: (run: FaultRun) => Promise<void>,
): Promise<Outcome> {
  const target = await startTarget(host);
  const fleet = await startFleet({ ...options, ...(host !== undefined && { host }) });
  try {
    await waitForRunners(fleet);
    const { monitors, fast } = await createLoad(fleet, target);
    const outcome: Outcome = {
      silence: { longestMs: 0, backAfterMs: 0, silenced: 0 },
      slots: await countSlots(fleet.postgres.connection, { monitors, fromMs: 0, toMs: 0 }),
      rebalancedSeconds: null,
      unmet: [],
    };
    let faultMs = Date.now();
    const elapsedSeconds = () => (Date.now() - faultMs) / 1_000;
    await pause(SETTLE_MS);
    await cause({
      fleet,
      target,
      fault: () => {
        faultMs = Date.now();
      },
      elapsedSeconds,
      async rebalanced(schedulers = fleet.schedulers) {
        const isBalanced = await waitUntil(() => areShardsBalanced(schedulers), REBALANCE_MAX_MS);
        if (!isBalanced) outcome.unmet.push(`shards ${(await countShards(schedulers)).join(", ")}`);
        outcome.rebalancedSeconds ??= isBalanced ? elapsedSeconds() : Number.POSITIVE_INFINITY;
      },
      expect: (what, isMet) => {
        if (!isMet) outcome.unmet.push(what);
      },
    });
    const toMs = Date.now();
    process.stderr.write(`${countPerSecond(target, { paths: fast, fromMs: faultMs, toMs }).join(" ")}\n`);
    outcome.silence = findSilences(target, { paths: fast, fromMs: faultMs, toMs });
    await waitUntil(async () => {
      outcome.slots = await countSlots(fleet.postgres.connection, {
        monitors,
        fromMs: faultMs - 1_000,
        toMs,
      });
      return outcome.slots.lost === 0;
    }, SLOTS_MAX_MS);
    return outcome;
  } finally {
    await fleet.stop();
    await target.close();
  }
}

/** Creates the monitors, and a rule that opens an alert after one failed check. */
async function createLoad(
  { api }: Fleet,
  target: Target,
): Promise<{ monitors: Map<string, number>; fast: string[] }> {
  const rule = { name: "any failure", type: "consecutive_failures", params: { threshold: 1 } };
  const created = await api.request("POST", "/api/v1/alerts/rules", rule);
  if (created.status !== 201) throw new Error(`the rule was rejected: ${created.text}`);
  const monitors = new Map<string, number>();
  const paths = (kind: keyof typeof INTERVAL_MS) =>
    Array.from(
      { length: MONITORS_EACH },
      (_, index) => `${index % 3 === 0 ? "/slow" : "/"}?${kind}-${index}`,
    );
  for (const kind of ["fast", "seldom"] as const) {
    const wanted = paths(kind).map((path) => ({
      ...{ name: path, url: `${target.url}${path}`, locations: [LOCATION], timeout: 5 },
      interval: INTERVAL_MS[kind] / 1_000,
    }));
    for (const { id } of await createMonitors(api, wanted)) monitors.set(id, INTERVAL_MS[kind]);
  }
  return { monitors, fast: paths("fast") };
}

async function waitForRunners({ api, runners, schedulers }: Fleet): Promise<void> {
  const areKnown = await waitUntil(() => hasRunners(api, runners.length), REBALANCE_MAX_MS);
  if (!areKnown) throw new Error("not all runners are online");
  if (!(await waitUntil(() => areShardsBalanced(schedulers), REBALANCE_MAX_MS)))
    throw new Error("the shards are not balanced");
}

/** Whether all shards are held, and no scheduler holds more than its share. */
export async function areShardsBalanced(schedulers: readonly Vedette[]): Promise<boolean> {
  const shares = await countShards(schedulers);
  const most = Math.ceil(SHARDS / schedulers.length);
  return shares.reduce((sum, each) => sum + each, 0) === SHARDS && shares.every((each) => each <= most);
}

/** Polls a condition; false if it was not met in time. */
export async function waitUntil(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const endMs = performance.now() + withinMs;
  do {
    if (await isTrue()) return true;
    await pause(POLL_MS);
  } while (performance.now() < endMs);
  return false;
}
