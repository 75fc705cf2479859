import { setTimeout as wait } from "node:timers/promises";
import type { Vedette } from "../harness/vedette.ts";

/** The type and params of a rule, as a request sends them. */
export type PreviewedRule = { type: string; params: Record<string, unknown> };

export type MeasuredPreview = PreviewedRule & {
  precision: string;
  alerts: number;
  /** The duration of the fastest round, and the median of all rounds. */
  bestMs: number;
  medianMs: number;
  /** CPU of the fastest round. */
  nodeMs: number;
  postgresMs: number;
  /** The slowest of the small requests that ran at the same time, in all rounds. */
  slowestMs: number;
};

type PreviewResponse = { data: { precision: string; total: number } };
type Round = Pick<MeasuredPreview, "nodeMs" | "postgresMs" | "slowestMs"> & {
  response: PreviewResponse;
  tookMs: number;
};

/** Previews a rule over all monitors several times, while another client sends small requests one after the other. */
export async function measurePreview(
  vedette: Vedette,
  { rule, days, rounds, monitorId }: { rule: PreviewedRule; days: number; rounds: number; monitorId: string },
): Promise<MeasuredPreview> {
  const measured: Round[] = [];
  for (let nr = 0; nr < rounds; nr++) measured.push(await measureRound(vedette, { rule, days, monitorId }));
  measured.sort((a, b) => a.tookMs - b.tookMs);
  const [best] = measured;
  if (best === undefined) throw new Error("a preview needs a round");
  return {
    ...rule,
    precision: best.response.data.precision,
    alerts: best.response.data.total,
    bestMs: best.tookMs,
    medianMs: measured[Math.floor(measured.length / 2)]?.tookMs ?? best.tookMs,
    nodeMs: best.nodeMs,
    postgresMs: best.postgresMs,
    slowestMs: Math.max(...measured.map(({ slowestMs }) => slowestMs)),
  };
}

async function measureRound(
  vedette: Vedette,
  { rule, days, monitorId }: { rule: PreviewedRule; days: number; monitorId: string },
): Promise<Round> {
  const before = vedette.usage();
  const startedMs = performance.now();
  const state = { isDone: false };
  const small = measureSmallRequests(vedette, { monitorId, state });
  const response = await vedette
    .request<PreviewResponse>("POST", "/alerts/rules/preview", { ...rule, days })
    .finally(() => {
      state.isDone = true;
    });
  const tookMs = performance.now() - startedMs;
  const after = vedette.usage();
  return {
    response,
    tookMs,
    nodeMs: after.node.cpuMs - before.node.cpuMs,
    postgresMs: after.postgres.cpuMs - before.postgres.cpuMs,
    slowestMs: await small,
  };
}

/** Often enough to detect blocking, and too rarely to slow the preview down. */
const SMALL_REQUEST_MS = 20;

/** The duration of the slowest request for one monitor. */
async function measureSmallRequests(
  vedette: Vedette,
  { monitorId, state }: { monitorId: string; state: { isDone: boolean } },
): Promise<number> {
  let slowestMs = 0;
  while (!state.isDone) {
    const startedMs = performance.now();
    await vedette.request("GET", `/monitors/${monitorId}`);
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    await wait(SMALL_REQUEST_MS);
  }
  return slowestMs;
}
