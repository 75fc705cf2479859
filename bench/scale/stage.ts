import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createMonitors } from "../../e2e/harness/monitors.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { type Fleet, type FleetOptions, hasRunners, LOCATION, sharesOf, startFleet } from "./fleet.ts";
import { type Account, accountOf } from "./slot-queries.ts";
import { perSecondOf, type Silence, silencesOf, startTarget, type Target } from "./target.ts";

/** A fleet under load, on which one thing goes wrong. */
export type Stage = {
  readonly fleet: Fleet;
  readonly target: Target;
  /** From now on silences are counted. */
  fault(): void;
  /** Since the fault. */
  elapsedSeconds(): number;
  /** Waits until the schedulers hold all shards in fair parts; the first time is the figure. */
  rebalanced(schedulers?: readonly Vedette[]): Promise<void>;
  /** Something else that has to hold. */
  expect(what: string, isMet: boolean): void;
};

export type Outcome = {
  silence: Silence;
  account: Account;
  /** Since the fault; null where nothing had to be. */
  rebalancedSeconds: number | null;
  unmet: string[];
};

/** So many are checked every second, a third of them slowly, and as many every ten seconds. */
const OF_EACH = 100;
const EVERY = { fast: 1_000, seldom: 10_000 } as const;
const SETTLE_MS = 6_000;
const REBALANCE_MAX_MS = 40_000;
/** By then the fate of each slot is written. */
const ACCOUNT_MAX_MS = 20_000;
const POLL_MS = 100;

export async function play(
  { host, ...options }: FleetOptions,
  act: (stage: Stage) => Promise<void>,
): Promise<Outcome> {
  const target = await startTarget(host);
  const fleet = await startFleet({ ...options, ...(host !== undefined && { host }) });
  try {
    await waitForRunners(fleet);
    const { monitors, fast } = await loadOf(fleet, target);
    const outcome: Outcome = {
      silence: { longestMs: 0, backAfterMs: 0, silenced: 0 },
      account: await accountOf(fleet.postgres.connection, { monitors, fromMs: 0, toMs: 0 }),
      rebalancedSeconds: null,
      unmet: [],
    };
    let faultMs = Date.now();
    const elapsedSeconds = () => (Date.now() - faultMs) / 1_000;
    await pause(SETTLE_MS);
    await act({
      fleet,
      target,
      fault: () => {
        faultMs = Date.now();
      },
      elapsedSeconds,
      async rebalanced(schedulers = fleet.schedulers) {
        const isFair = await until(() => areFair(schedulers), REBALANCE_MAX_MS);
        if (!isFair) outcome.unmet.push(`shards ${(await sharesOf(schedulers)).join(", ")}`);
        outcome.rebalancedSeconds ??= isFair ? elapsedSeconds() : Number.POSITIVE_INFINITY;
      },
      expect: (what, isMet) => {
        if (!isMet) outcome.unmet.push(what);
      },
    });
    const toMs = Date.now();
    process.stderr.write(`${perSecondOf(target, { paths: fast, fromMs: faultMs, toMs }).join(" ")}\n`);
    outcome.silence = silencesOf(target, { paths: fast, fromMs: faultMs, toMs });
    await until(async () => {
      outcome.account = await accountOf(fleet.postgres.connection, {
        monitors,
        fromMs: faultMs - 1_000,
        toMs,
      });
      return outcome.account.lost === 0;
    }, ACCOUNT_MAX_MS);
    return outcome;
  } finally {
    await fleet.stop();
    await target.close();
  }
}

/** A check that fails once opens an alert. */
async function loadOf(
  { api }: Fleet,
  target: Target,
): Promise<{ monitors: Map<string, number>; fast: string[] }> {
  const rule = { name: "any failure", type: "consecutive_failures", params: { threshold: 1 } };
  const made = await api.request("POST", "/api/v1/alerts/rules", rule);
  if (made.status !== 201) throw new Error(`the rule was refused: ${made.text}`);
  const monitors = new Map<string, number>();
  const paths = (kind: keyof typeof EVERY) =>
    Array.from({ length: OF_EACH }, (_, index) => `${index % 3 === 0 ? "/slow" : "/"}?${kind}-${index}`);
  for (const kind of ["fast", "seldom"] as const) {
    const wanted = paths(kind).map((path) => ({
      ...{ name: path, url: `${target.url}${path}`, locations: [LOCATION], timeout: 5 },
      interval: EVERY[kind] / 1_000,
    }));
    for (const { id } of await createMonitors(api, wanted)) monitors.set(id, EVERY[kind]);
  }
  return { monitors, fast: paths("fast") };
}

async function waitForRunners({ api, runners, schedulers }: Fleet): Promise<void> {
  const areKnown = await until(() => hasRunners(api, runners.length), REBALANCE_MAX_MS);
  if (!areKnown) throw new Error("not all runners were seen");
  if (!(await until(() => areFair(schedulers), REBALANCE_MAX_MS))) throw new Error("shards were not shared");
}

/** Whether all shards are held, in parts that differ by what cannot be shared. */
export async function areFair(schedulers: readonly Vedette[]): Promise<boolean> {
  const shares = await sharesOf(schedulers);
  const most = Math.ceil(SHARDS / schedulers.length);
  return shares.reduce((sum, each) => sum + each, 0) === SHARDS && shares.every((each) => each <= most);
}

/** Whether the condition came true in time. */
export async function until(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const endMs = performance.now() + withinMs;
  do {
    if (await isTrue()) return true;
    await pause(POLL_MS);
  } while (performance.now() < endMs);
  return false;
}
