import { setTimeout as pause } from "node:timers/promises";
import type { CheckType } from "../../packages/contract/src/checks/check-types.ts";
import { type Fleet, type Measurement, measure, startFleet } from "../checks/fleet.ts";
import type { Target } from "../harness/nginx.ts";
import { createMonitors } from "../harness/vedette.ts";
import type { RunningKind } from "./bench-kinds.ts";

export type Mix = {
  kinds: readonly CheckType[];
  /** Only HTTP: before the other kinds, with them, and after they were deleted. */
  before: Measurement;
  beside: Measurement;
  after: Measurement;
  mixedPerSecond: number;
  /** Of the mixed checks. */
  failed: number;
};

export const HTTP_PER_SECOND = 1_000;
export const MIXED_PER_SECOND = 200;
const INTERVAL_SECONDS = 1;
/** The largest page of results. */
const RESULTS_MAX = 100;

/** Measures 1,000 HTTP checks a second in the whole process, without and with 200 checks a second of other kinds. */
export async function measureMix(
  running: readonly RunningKind[],
  { target, seconds, settleMs }: { target: Target; seconds: number; settleMs: number },
): Promise<Mix> {
  const fleet = await startFleet(target, {
    scheme: "http",
    count: HTTP_PER_SECOND * INTERVAL_SECONDS,
    intervalSeconds: INTERVAL_SECONDS,
  });
  try {
    await pause(settleMs);
    const before = await measure(fleet, target, seconds);
    const ids = await createMonitors(fleet.vedette, bodiesOf(running));
    await pause(settleMs);
    const fromMs = Date.now();
    const beside = await measure(fleet, target, seconds);
    const results = await resultsOf(fleet, ids, { fromMs, toMs: fromMs + seconds * 1_000 });
    for (const id of ids) await fleet.vedette.request("DELETE", `/monitors/${id}`);
    await pause(settleMs);
    const after = await measure(fleet, target, seconds);
    return {
      kinds: running.map(({ kind }) => kind.type),
      ...{ before, beside, after },
      mixedPerSecond: results.length / seconds,
      failed: results.filter(({ status }) => status !== "up").length,
    };
  } finally {
    await fleet.end();
  }
}

/** Monitors of each kind in turn, which together make so many checks a second. */
function bodiesOf(running: readonly RunningKind[]): Record<string, unknown>[] {
  return Array.from({ length: MIXED_PER_SECOND * INTERVAL_SECONDS }, (_, index) => {
    const { kind, port = 0 } = running[index % running.length] ?? {};
    const common = { interval: INTERVAL_SECONDS, timeout: 10 };
    return { name: `mixed ${index}`, type: kind?.type, ...kind?.fields(port), ...common };
  });
}

type Result = { status: string; checked_at: string; error: { message: string } | null };

async function resultsOf(
  { vedette }: Fleet,
  ids: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Result[]> {
  const pages: Result[][] = [];
  for (const id of ids) {
    const path = `/monitors/${id}/results?limit=${RESULTS_MAX}`;
    pages.push((await vedette.request<{ data: Result[] }>("GET", path)).data);
  }
  const isMeasured = ({ checked_at }: Result) =>
    Date.parse(checked_at) >= fromMs && Date.parse(checked_at) < toMs;
  return pages.flat().filter(isMeasured);
}
