import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { DetectedCause } from "../../common-cause/detect-cause.ts";
import type { GroupFacts, Named } from "./group-alert.ts";
import { listConnections, listRoots, listTargetFacts } from "./queries.ts";

/** Reads what decides which alerts belong together: of their targets, and of what recent checks reached. */

export type GroupedAlert = { id: string; target_id: string; target_name: string; triggered_at: Date };

/** A check of the longest interval, and an hour. */
const RECENT_MS = 25 * 3_600_000;

export async function readGroupFacts(
  db: Db,
  orgId: OrgId,
  { alerts, cause, nowMs }: { alerts: readonly GroupedAlert[]; cause: DetectedCause | null; nowMs: number },
): Promise<GroupFacts[]> {
  if (alerts.length === 0) return [];
  const ids = [...new Set(alerts.map(({ target_id }) => target_id))];
  const since = new Date(nowMs - RECENT_MS);
  const targets = new Map((await listTargetFacts(db, orgId, ids)).map((row) => [row.id, row]));
  const roots = Map.groupBy(await listRoots(db, orgId, ids), ({ target_id }) => target_id);
  const connections = Map.groupBy(
    await listConnections(db, orgId, { ids, since }),
    ({ target_id }) => target_id,
  );
  return alerts.map((alert) => {
    const target = targets.get(alert.target_id);
    const reached = connections.get(alert.target_id) ?? [];
    const host = hostOf(target?.address ?? null);
    return {
      alertId: alert.id,
      target: { id: alert.target_id, name: alert.target_name },
      openedAtMs: alert.triggered_at.getTime(),
      roots: (roots.get(alert.target_id) ?? []).map(({ id, name }): Named => ({ id, name })),
      group:
        target?.group_id != null && target.group_name !== null
          ? { id: target.group_id, name: target.group_name }
          : null,
      hosts: host === null ? [] : [host],
      ips: unique(reached.map(({ ip }) => ip)),
      certificates: unique(reached.map(({ certificate }) => certificate)),
      tags: target?.tags ?? [],
      cause: cause?.affectedIds.includes(alert.target_id) ? cause.summary : null,
    };
  });
}

/** The host of a URL, or of `host:port`. */
function hostOf(address: string | null): string | null {
  if (address === null) return null;
  const url = address.includes("://") ? address : `tcp://${address}`;
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : "";
  return host === "" ? null : host;
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null).sort();
}
