import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { TargetSummary } from "@vedette/contract/targets/target-summary.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { t } from "../../language/t.ts";
import { needingAttention } from "./overview-items.ts";

/** What is wrong: each target once, with its open alerts. Pure. */

export type WrongRow = {
  id: string;
  target: { type: Target["kind"]; id: string; name: string };
  /** Undefined if the target is not in the list, because it was deleted or the alert is newer than the list. */
  listed: Target | undefined;
  /** Since when it is down, or since when the first alert is open. */
  since: string;
  /** Newest first. */
  alerts: Alert[];
};

/**
 * Targets that fail, the most urgent first; then targets that do not, but have open alerts. `total` is larger than the
 * number of rows if the server has more than it lists. Then alerts of targets that are not listed are left out too.
 */
export function wrongNow(
  { targets: all, total }: TargetSummary["wrong"],
  alerts: readonly Alert[],
): { rows: WrongRow[]; total: number } {
  const isWhole = total <= all.length;
  const alertsOf = Map.groupBy(alerts, ({ target }) => target.id);
  const failing = needingAttention(all).map(
    (listed): WrongRow => ({
      id: listed.id,
      target: { type: listed.kind, id: listed.id, name: listed.name },
      listed,
      since: listed.status_since,
      alerts: alertsOf.get(listed.id) ?? [],
    }),
  );
  const shown = new Set(failing.map(({ id }) => id));
  const targets = new Map(all.map((target) => [target.id, target]));
  const others = [...alertsOf].flatMap(([id, ofTarget]): WrongRow[] => {
    const oldest = ofTarget.at(-1);
    if (shown.has(id) || oldest === undefined) return [];
    const { type, name } = oldest.target;
    const listed = targets.get(id);
    if (listed === undefined && !isWhole) return [];
    return [
      {
        ...{ id, listed, alerts: ofTarget, since: oldest.triggered_at },
        target: { type, id, name: listed?.name ?? name },
      },
    ];
  });
  const rows = [...failing, ...others];
  return { rows, total: isWhole ? rows.length : total };
}

/** Why the target is in the list: the error of its last check, else what its newest alert is about. */
export function causeOf({ listed, alerts }: WrongRow): string | null {
  const [location, ...others] = Object.keys(listed?.failures ?? {});
  const failure = location === undefined ? undefined : listed?.failures[location];
  if (location !== undefined && failure !== undefined)
    return others.length === 0
      ? failure
      : t("{failure} ({location} and {count} more)", { failure, location, count: others.length });
  return listed?.status_reason ?? alerts[0]?.evidence.error?.message ?? alerts[0]?.title ?? null;
}
