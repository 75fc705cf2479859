import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { closeDays } from "./closed/close-days.ts";
import { countNextChunk } from "./counters/count-results.ts";
import { compactDays } from "./retention/compaction.ts";
import { dropExpired } from "./retention/expiry.ts";
import { dropExpiredOfOrganizations } from "./retention/organization-expiry.ts";
import { ensurePartitions } from "./retention/partitions.ts";
import { rollUpNextChunk } from "./rollups/roll-up.ts";

/**
 * Pause between two chunks, so that recorders come first: an hour of 10,000 monitors, checked every minute,
 * is rolled up in ten seconds with a seventh of a core.
 */
const CHUNK_PAUSE_MS = 30;

/** Maximum duration of one run of rollups or counters; the next one, a minute later, continues. */
const CHUNKS_RUN_MS = 240_000;

/** Maximum duration of one run that closes days; the next one, in the next hour, continues. */
const CLOSE_RUN_MS = 2_700_000;

export type ResultJobsDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  retentionDays: number;
  /** 0 closes no days. */
  closeDays: number;
};

/** The background jobs on results, by job name. */
export function resultJobs({ database, clock, log, retentionDays, closeDays: afterDays }: ResultJobsDeps) {
  return {
    "results.roll_up": async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const startedAt = clock.monotonic();
      let results = 0;
      while (!signal.aborted && clock.monotonic() - startedAt < CHUNKS_RUN_MS) {
        const step = await rollUpNextChunk(database, clock.now());
        results += step.results;
        if (step.caughtUp) break;
        if (step.results > 0) await delay(CHUNK_PAUSE_MS);
      }
      if (results > 0) {
        const durationMs = Math.round(clock.monotonic() - startedAt);
        log.info("results.rolled_up", { results, duration_ms: durationMs });
      }
    },
    "results.count": async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const startedAt = clock.monotonic();
      while (!signal.aborted && clock.monotonic() - startedAt < CHUNKS_RUN_MS) {
        if ((await countNextChunk(database, clock.now())).caughtUp) break;
        await delay(CHUNK_PAUSE_MS);
      }
    },
    "results.partitions": (): Promise<void> => ensurePartitions(database, clock.now()),
    "results.retention": (): Promise<void> => dropExpired(database, clock.now(), retentionDays),
    "results.organization_retention": async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const deleted = await dropExpiredOfOrganizations(database, {
        nowMs: clock.now(),
        retentionDays,
        signal,
      });
      if (deleted > 0) log.info("results.organization_retention_applied", { rows: deleted });
    },
    "results.close_days": async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const untilMs = clock.monotonic() + CLOSE_RUN_MS;
      const { days, results } = await closeDays(database, { clock, afterDays, untilMs, signal });
      if (days.length > 0) log.info("results.closed", { days, results });
    },
    "results.compact": async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const days = await compactDays(database, signal);
      if (days.length > 0) log.info("results.compacted", { days });
    },
  };
}
