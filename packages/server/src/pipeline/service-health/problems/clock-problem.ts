import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { FoundProblem } from "./problem-watch.ts";

/** Sessions, signatures and slots tolerate less than this. */
const SKEW_MS_MAX = 2_000;

/** Compares this machine's clock with that of the database. A slow answer counts in favor of the clock. */
export async function findClockProblem(
  db: Pick<Db, "find">,
  clock: Pick<Clock, "now" | "monotonic">,
): Promise<FoundProblem | null> {
  const startedMs = clock.monotonic();
  const row = await db.find<{ now: Date }>(sql`select clock_timestamp() as now`);
  const tookMs = clock.monotonic() - startedMs;
  if (row === null) return null;
  // The answer was read between the two instants, so half of the way may be the difference.
  const skewMs = clock.now() - tookMs / 2 - row.now.getTime();
  if (Math.abs(skewMs) - tookMs / 2 <= SKEW_MS_MAX) return null;
  const seconds = Math.round(Math.abs(skewMs) / 100) / 10;
  return {
    code: "clock_wrong",
    message: `The clock of this machine is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} that of the database. Synchronize both by NTP.`,
  };
}
