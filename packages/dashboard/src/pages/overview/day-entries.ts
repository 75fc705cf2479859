import type { Activity } from "@vedette/contract/targets/activity.ts";

/** What happened in the last 24 hours, in few rows. Pure. */

type Outage = Extract<Activity, { type: "outage" }>;
type AlertEntry = Extract<Activity, { type: "alert" }>;
type Maintenance = Extract<Activity, { type: "maintenance" }>;
type Deploy = Extract<Activity, { type: "deploy" }>;
type Change = Extract<Activity, { type: "change" }>;

export type DayEntry =
  | {
      type: "outage";
      id: string;
      at: string;
      target: Outage["target"];
      status: Outage["status"];
      /** How often the target was down, and for how long in total. */
      times: number;
      totalMs: number;
      /** The newest alert of these outages. */
      alert: AlertEntry | null;
    }
  | { type: "alert"; id: string; at: string; entry: AlertEntry; lengthMs: number }
  | { type: "maintenance"; id: string; at: string; entry: Maintenance }
  | { type: "deploy"; id: string; at: string; entry: Deploy }
  | { type: "change"; id: string; at: string; entry: Change; times: number };

/**
 * Leaves out what goes on, because it is among what is wrong now, and joins what belongs together: outages of one target
 * with their alerts, and changes that one person made to one object in a row.
 */
export function dayEntries(activities: readonly Activity[]): DayEntry[] {
  const ended = activities.filter(({ type, ended_at }) => type === "maintenance" || ended_at !== null);
  const outages = ended.filter((entry) => entry.type === "outage");
  const outagesOf = Map.groupBy(outages, ({ target, status }) => `${target.id} ${status}`);
  const alerts = ended.filter((entry) => entry.type === "alert");
  const joined = new Set<string>();
  const rows: DayEntry[] = [];
  for (const ofTarget of outagesOf.values()) {
    const [newest] = ofTarget;
    if (newest === undefined) continue;
    const own = alerts.filter((alert) => ofTarget.some((outage) => overlaps(outage, alert)));
    for (const { id } of own) joined.add(id);
    rows.push({
      type: "outage",
      id: newest.id,
      at: newest.at,
      target: newest.target,
      status: newest.status,
      times: ofTarget.length,
      totalMs: ofTarget.reduce((sum, outage) => sum + lengthOf(outage), 0),
      alert: own[0] ?? null,
    });
  }
  for (const entry of alerts) {
    if (!joined.has(entry.id))
      rows.push({ type: "alert", id: entry.id, at: entry.at, entry, lengthMs: lengthOf(entry) });
  }
  for (const entry of ended) {
    if (entry.type === "maintenance") rows.push({ type: "maintenance", id: entry.id, at: entry.at, entry });
    if (entry.type === "deploy") rows.push({ type: "deploy", id: entry.id, at: entry.at, entry });
  }
  rows.push(...changesOf(ended));
  return rows.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** An alert opens after the first failed check and resolves with the outage, so their times overlap. */
function overlaps(outage: Outage, alert: AlertEntry): boolean {
  if (outage.target.id !== alert.target.id) return false;
  return alert.started_at <= (outage.ended_at ?? "9") && (alert.ended_at ?? "9") >= outage.started_at;
}

function lengthOf({ started_at, ended_at }: Activity): number {
  return ended_at === null ? 0 : Date.parse(ended_at) - Date.parse(started_at);
}

function changesOf(activities: readonly Activity[]): DayEntry[] {
  const rows: Extract<DayEntry, { type: "change" }>[] = [];
  for (const entry of activities) {
    if (entry.type !== "change") continue;
    const last = rows.at(-1);
    const { actor, action, object } = entry;
    const isSame =
      last?.entry.actor === actor && last.entry.action === action && last.entry.object.id === object.id;
    if (isSame) last.times += 1;
    else rows.push({ type: "change", id: entry.id, at: entry.at, entry, times: 1 });
  }
  return rows;
}
