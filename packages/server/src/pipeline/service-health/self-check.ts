import type { CheckJob, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { findPrivateLocation } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { lowestId } from "../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { insertSelfChecks, type SelfCheck } from "./self-check-queries.ts";

/*
 * Checks the checks: a host that cannot exist must be found down, by every location of the server. A self-check passes
 * through queue, runner and check engine as any other check. It fails if no report arrives, or if it says up.
 */

/** RFC 6761: a name below it never resolves. */
const HOST = "self-check.invalid";
const CHECK_TIMEOUT_MS = 5_000;
/** For the way through the queue, and for canaries that a runner asks before it reports a target as down. */
const REPORT_WITHIN_MS = 15_000;
const LOCATIONS_MAX = 200;

const SPEC: CheckSpec = {
  ...{ kind: "tcp", host: HOST, port: 443, timeoutMs: CHECK_TIMEOUT_MS },
  ...{ retries: 0, degradedAfterMs: null, assertions: [] },
};

type SelfCheckDeps = {
  database: Database;
  queue: Pick<Queue, "requestCheck" | "runners">;
  clock: Clock;
  log: Logger;
  onChecked: (passed: boolean) => void;
};

/** Checks each location with a runner once, and stores the outcomes. */
export async function runSelfChecks(deps: SelfCheckDeps): Promise<void> {
  const { database, queue, clock, log } = deps;
  const locations = [...new Set(queue.runners().map(({ location }) => location))]
    .filter((location) => findPrivateLocation(location) === null)
    .slice(0, LOCATIONS_MAX);
  const at = new Date(clock.now());
  const checks = await Promise.all(locations.map((location) => checkLocation(deps, location)));
  await insertSelfChecks(database, at, checks);
  for (const { passed } of checks) deps.onChecked(passed);
  const failed = checks.filter(({ passed }) => !passed).map(({ location }) => location);
  if (failed.length > 0) log.error("self_check.failed", { locations: failed });
}

async function checkLocation({ queue, clock, log }: SelfCheckDeps, location: string): Promise<SelfCheck> {
  const nowMs = clock.now();
  const startedMs = clock.monotonic();
  const job: CheckJob = {
    ...{ seriesKey: 0, orgId: lowestId(0), shard: 0, location, trigger: "test", slotMs: nowMs },
    ...{ startByMs: nowMs + REPORT_WITHIN_MS, spec: SPEC },
  };
  const report = await queue.requestCheck(location, job, REPORT_WITHIN_MS).catch((error: unknown) => {
    log.warn("self_check.request_failed", errorFacts(error));
    return null;
  });
  const outcome = report?.outcome ?? null;
  const durationMs = outcome === null ? null : Math.round(clock.monotonic() - startedMs);
  return { location, passed: outcome?.status === "down", durationMs };
}
