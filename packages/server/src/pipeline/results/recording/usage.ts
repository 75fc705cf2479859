import { type CheckType, isComputed } from "@vedette/contract/checks/check-types.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { addUsage, type MonthUsage } from "./queries.ts";

type CountedTarget = { orgId: string; kind: TargetKind; type: CheckType | null };

/**
 * Counts results as usage in the transaction that stores them, so a result counts exactly if it is stored,
 * once per slot. The month is that of the slot, in UTC.
 */
export async function countUsage(
  db: Db,
  stored: readonly { report: { slotMs: number }; target: CountedTarget }[],
): Promise<MonthUsage[]> {
  const byMonth = new Map<string, Map<string, MonthUsage>>();
  const monthOf = createMonthOf();
  for (const { report, target } of stored) {
    const counter = COUNTER[target.kind];
    // No runner made it.
    if (counter === null || isComputed(target.type)) continue;
    const month = monthOf(report.slotMs);
    const byOrg = byMonth.get(month) ?? new Map<string, MonthUsage>();
    byMonth.set(month, byOrg);
    const usage = byOrg.get(target.orgId) ?? {
      orgId: target.orgId,
      month,
      checkRuns: 0,
      apiRuns: 0,
      browserRuns: 0,
    };
    byOrg.set(target.orgId, usage);
    usage[counter] += 1;
  }
  const added = [...byMonth.values()].flatMap((byOrg) => [...byOrg.values()]);
  return added.length === 0 ? [] : addUsage(db, added);
}

/** Pings cost next to nothing, so plans do not limit them. */
const COUNTER = {
  monitor: "checkRuns",
  api_monitor: "apiRuns",
  journey: "browserRuns",
  heartbeat: null,
} as const;

/** Slots of a batch are nearly always in one month, which is computed once for all of them. */
function createMonthOf(): (slotMs: number) => string {
  let known = { fromMs: 0, toMs: 0, month: "" };
  return (slotMs) => {
    if (slotMs < known.fromMs || slotMs >= known.toMs) {
      const slot = new Date(slotMs);
      const [year, month] = [slot.getUTCFullYear(), slot.getUTCMonth()];
      known = {
        fromMs: Date.UTC(year, month, 1),
        toMs: Date.UTC(year, month + 1, 1),
        month: `${slot.toISOString().slice(0, 7)}-01`,
      };
    }
    return known.month;
  };
}
