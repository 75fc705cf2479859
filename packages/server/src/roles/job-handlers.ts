import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config/read-config.ts";
import type { JobHandlers } from "../jobs/job-definitions.ts";
import { systemClock } from "../kernel/clock.ts";
import { foldNextChunk } from "../results/folding/fold.ts";
import { dropExpired } from "../results/retention/expiry.ts";
import { ensurePartitions } from "../results/retention/partitions.ts";
import type { Database } from "../storage/database.ts";

/** What each job does. */
export function jobHandlers({ database, config }: { database: Database; config: Config }): JobHandlers {
  return {
    "results.fold": ({ signal }) => foldClosedHours(database, signal),
    "results.partitions": () => ensurePartitions(database, systemClock.now()),
    "results.retention": () => dropExpired(database, systemClock.now(), config.retention.days),
  };
}

/** Between steps, so that recorders and requests get their turns while hours are folded. */
const FOLD_PAUSE_MS = 20;

async function foldClosedHours(database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { caughtUp } = await foldNextChunk(database, systemClock.now());
    if (caughtUp) return;
    await pause(FOLD_PAUSE_MS);
  }
}
