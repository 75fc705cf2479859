import { z } from "zod";
import { timestamp } from "../../common/paging.ts";

/** Why Vedette missed checks that were due. */
export const MISSED_REASONS = [
  "stopped",
  "stalled",
  "overload",
  "late",
  "storage",
  "runner_lost",
  "no_runner",
  "changed",
] as const;

/** Checks in a row that were due at a location, and did not take place. */
export const missedChecksSchema = z
  .object({
    location: z.string(),
    from: timestamp,
    to: timestamp,
    checks: z.number(),
    reason: z.string().meta({ description: MISSED_REASONS.map((reason) => `\`${reason}\``).join(", ") }),
  })
  .meta({ id: "MissedChecks" });
export type MissedChecks = z.output<typeof missedChecksSchema>;
