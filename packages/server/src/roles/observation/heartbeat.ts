import type { ReadinessReport } from "../../api/http/health/readiness.ts";
import { findPrivateLocation } from "../../engine/locations/work-queue.ts";
import { listDueChannels } from "../../pipeline/alerting/delivery/delivery-queries.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson, type FetchJson } from "../../platform/net/fetch-json.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { Engine } from "../threads/engine.ts";

/**
 * The outgoing heartbeat. An external service gets a request as long as Vedette works, and alerts when
 * requests stop. It is withheld if users would not be notified of a target that is down, so a running timer
 * alone never sends it.
 */

export type HeartbeatDeps = {
  url: string;
  fetch: FetchJson;
  /** Returns messages about the problems that keep Vedette from working; empty if there are none. */
  findProblems: () => Promise<readonly string[]>;
  log: Logger;
  intervalMs?: number;
};

/** The usual default of services that expect such requests. */
const INTERVAL_MS = 60_000;

export function startHeartbeat({
  url,
  fetch,
  findProblems: findHeartbeatProblems,
  log,
  intervalMs = INTERVAL_MS,
}: HeartbeatDeps): () => Promise<void> {
  let beating: Promise<void> | null = null;

  async function beat(): Promise<void> {
    const problems = await findHeartbeatProblems();
    if (problems.length > 0) {
      log.warn("heartbeat.skipped", { problems });
      return;
    }
    const { status } = await fetch(url, { method: "GET", headers: { "user-agent": "Vedette" } });
    if (status >= 400) log.warn("heartbeat.rejected", { status });
  }

  /** A slow call does not overlap the next: `fetch` and the health queries have their own timeouts. */
  function tick(): void {
    beating ??= beat()
      .catch((error: unknown) => log.warn("heartbeat.failed", errorFacts(error)))
      .finally(() => {
        beating = null;
      });
  }

  tick();
  const timer = setInterval(tick, intervalMs);
  return async () => {
    clearInterval(timer);
    await beating;
  };
}

/** Returns the heartbeat of this process; null if none is configured. */
export function heartbeatOf({
  config,
  ownPorts,
  log,
  ...watched
}: ProblemDeps & { config: Config; ownPorts: readonly OwnPort[]; log: Logger }):
  | (() => Promise<void>)
  | null {
  const url = config.heartbeat.url?.reveal();
  if (url === undefined) return null;
  const policy = createEgressPolicy({
    // The operator configures it, so it may be in the operator's network in any mode.
    mode: "self-hosted",
    allow: config.egress.allow,
    deny: config.egress.deny,
    ownPorts: () => ownPorts,
  });
  const fetch = createFetchJson(createEgress({ policy }));
  return startHeartbeat({ url, fetch, findProblems: () => findHeartbeatProblems(watched), log });
}

export type ProblemDeps = {
  readiness: () => Promise<ReadinessReport>;
  engine: { observe: Engine["observe"]; queue: Pick<Engine["queue"], "runners"> };
  database: Database;
  clock: Clock;
};

/** A tick is due every 10 ms. One this late means that checks are not started. */
const TICK_LAG_MAX_MS = 5_000;
/** As many reports as arrive in ten seconds at a thousand checks per second: they are not being stored. */
const REPORTS_WAITING_MAX = 10_000;
/** By then the sender has polled for due messages many times. */
const OVERDUE_MS = 300_000;

export async function findHeartbeatProblems({
  readiness,
  engine,
  database,
  clock,
}: ProblemDeps): Promise<string[]> {
  const [{ checks }, { scheduler }] = await Promise.all([readiness(), engine.observe()]);
  const problems = Object.entries(checks).flatMap(([name, { ok, message }]) =>
    ok ? [] : [`${name} ${message ?? "is not ready"}`],
  );
  if ((scheduler?.tickLagMs ?? 0) > TICK_LAG_MAX_MS) problems.push("the scheduler is behind");
  if ((scheduler?.reportsWaiting ?? 0) > REPORTS_WAITING_MAX) problems.push("results are not written down");
  if (!engine.queue.runners().some(({ location }) => findPrivateLocation(location) === null))
    problems.push("no runner is there");
  // Without storage, overdue messages are unknown.
  if (checks.storage?.ok === false) return problems;
  const longAgo = new Date(clock.now() - OVERDUE_MS);
  const overdue = await listDueChannels(database, { now: longAgo, limit: 1 });
  return overdue.length > 0 ? [...problems, "messages of alerts are not sent"] : problems;
}
