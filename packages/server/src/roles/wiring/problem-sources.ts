import { missingChromiumText } from "../../engine/checks/browser/chromium/find-chromium.ts";
import type { RunnerPresence } from "../../engine/queue/queue.ts";
import { findBackupProblem } from "../../pipeline/backups/backup-problem.ts";
import { findAuthoritiesProblem } from "../../pipeline/service-health/problems/authorities-problem.ts";
import { findChromiumProblem } from "../../pipeline/service-health/problems/chromium-problem.ts";
import { findClockProblem } from "../../pipeline/service-health/problems/clock-problem.ts";
import { findDnsProblem } from "../../pipeline/service-health/problems/dns-problem.ts";
import type { ProblemSource } from "../../pipeline/service-health/problems/problem-watch.ts";
import { findRunnerProblem } from "../../pipeline/service-health/problems/runner-problem.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Database } from "../../platform/storage/database.ts";
import { version } from "../../version.ts";
import type { Role } from "../roles.ts";

const MINUTE_MS = 60_000;

/** What this process looks for: only what its own roles need. */
export function problemSources({
  config,
  roles,
  database,
  runners,
  extraAuthorities,
}: {
  config: Config;
  roles: ReadonlySet<Role>;
  /** Null if this process has none. */
  database: Database | null;
  runners: () => readonly RunnerPresence[];
  /** NODE_EXTRA_CA_CERTS. */
  extraAuthorities: string | undefined;
}): ProblemSource[] {
  const { chromiumPath, runsMax } = config.journeys;
  const ofRunner: ProblemSource[] = [
    { everyMs: MINUTE_MS, find: () => findDnsProblem() },
    { everyMs: 60 * MINUTE_MS, find: async () => findAuthoritiesProblem(extraAuthorities) },
  ];
  const ofDatabase: ProblemSource[] = database
    ? [{ everyMs: MINUTE_MS, find: () => findClockProblem(database, systemClock) }]
    : [];
  const ofJourneys: ProblemSource[] =
    database && runsMax > 0
      ? [
          {
            everyMs: 5 * MINUTE_MS,
            find: () => findChromiumProblem(database, () => missingChromiumText(chromiumPath)),
          },
        ]
      : [];
  const ofScheduler: ProblemSource[] = [
    { everyMs: MINUTE_MS, find: async () => findRunnerProblem(runners(), version) },
  ];
  const ofBackups: ProblemSource[] =
    database && config.backup.location !== null
      ? [{ everyMs: 10 * MINUTE_MS, find: () => findBackupProblem(database, systemClock) }]
      : [];
  return [
    ...ofDatabase,
    ...(roles.has("scheduler") ? [...ofScheduler, ...ofBackups] : []),
    ...(roles.has("runner") ? [...ofRunner, ...ofJourneys] : []),
  ];
}
