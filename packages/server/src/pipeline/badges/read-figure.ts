import type { Db } from "../../platform/storage/database.ts";
import { latestResults } from "../results/reading/latest-results.ts";
import { targetStats } from "../results/stats/target-stats.ts";
import { isWatched } from "../results/stats/uptime.ts";
import { statsWindow } from "../results/stats/window.ts";
import { readOverdue } from "../status-pages/components/read-components.ts";
import type { BadgeFigure, BadgeMetric } from "./badge-figure.ts";
import { type BadgeTarget, findLastPing } from "./badge-queries.ts";

/** Reads what the badges of a target show: its status and figures, never its name or address. */
export async function readTargetFigure(
  db: Db,
  target: BadgeTarget,
  { metric, nowMs }: { metric: BadgeMetric; nowMs: number },
): Promise<BadgeFigure> {
  const { orgId, targetId, kind } = target;
  switch (metric.name) {
    case "status":
      return readStatus(db, target, nowMs);
    case "uptime":
    case "response": {
      const window = statsWindow({ period: metric.period }, nowMs);
      const { response } = await targetStats(db, { ...window, orgId, targetId, kind, nowMs });
      // Of the exact period, as the dashboard shows it; the rest may be of whole hours.
      const percentage = response.uptime[metric.period];
      const { avg: ms } = response.response_time_ms;
      if (metric.name === "uptime") return percentage === null ? null : { type: "uptime", percentage };
      return ms === null ? null : { type: "response", ms };
    }
    case "certificate": {
      const latest = await latestResults(db, { orgId, monitorIds: [targetId], nowMs });
      const expiresAtMs = latest.get(targetId)?.tlsExpiresAtMs ?? null;
      return expiresAtMs === null ? null : { type: "certificate", expiresAtMs };
    }
    case "heartbeat": {
      const last = kind === "heartbeat" ? await findLastPing(db, orgId, targetId) : null;
      return last && { type: "heartbeat", lastPingMs: last.getTime(), status: target.status };
    }
  }
}

/** A status that was measured too long ago is not known, because a badge must not say "up" while no checks run. */
async function readStatus(db: Db, target: BadgeTarget, nowMs: number): Promise<BadgeFigure> {
  const { status, orgId, targetId } = target;
  if (status === "pending" || status === "unknown") return null;
  if (isWatched(status)) {
    const overdue = await readOverdue(db, orgId, { targets: [target], nowMs });
    if (overdue.has(targetId)) return null;
  }
  return { type: "status", status };
}
