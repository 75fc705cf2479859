import type { TargetKind } from "@vedette/contract/target-fields.ts";
import type { Db } from "../../storage/database.ts";
import { addUsage, type MonthUsage } from "./queries.ts";

/**
 * Counts results as usage, in the transaction that stores them: a result is counted exactly when it is stored, and
 * as the first of its slot alone. A month is that of the slot, in UTC.
 */
export async function countUsage(
  db: Db,
  stored: readonly { report: { slotMs: number }; target: { orgId: string; kind: TargetKind } }[],
): Promise<MonthUsage[]> {
  const byPlace = new Map<string, MonthUsage>();
  for (const { report, target } of stored) {
    const month = `${new Date(report.slotMs).toISOString().slice(0, 7)}-01`;
    const place = `${target.orgId} ${month}`;
    const usage = byPlace.get(place) ?? {
      orgId: target.orgId,
      month,
      checkRuns: 0,
      apiRuns: 0,
      browserRuns: 0,
    };
    usage[COUNTER[target.kind]] += 1;
    byPlace.set(place, usage);
  }
  return byPlace.size === 0 ? [] : addUsage(db, [...byPlace.values()]);
}

const COUNTER = { monitor: "checkRuns", api_monitor: "apiRuns", journey: "browserRuns" } as const;
