import type { AlertTime, AlertTimes } from "./alert-times.ts";

/** What a combination does about the outages of a target. */
export type OutageMatch = {
  alerts: number;
  /** Alerts that were open during no outage. */
  brief: number;
  /** Of each alerted outage, the time until an alert was open. */
  delaysMs: number[];
  /** Of each alerted outage that ended, the time until its last alert resolved, or until now if it has not. */
  recoveriesMs: number[];
  missed: number;
};

/**
 * Compares the alerts of a combination with the outages of the target, both oldest first and neither overlapping. Pure.
 * An alert that was open before the outage has no delay. One that opens at the end of an outage is too late.
 */
export function matchOutages(
  { found, earlier }: Pick<AlertTimes, "found" | "earlier">,
  { outages, nowMs }: { outages: readonly AlertTime[]; nowMs: number },
): OutageMatch {
  const alerts = [...earlier, ...found];
  const useful = new Set<AlertTime>();
  const match: OutageMatch = { alerts: found.length, brief: 0, delaysMs: [], recoveriesMs: [], missed: 0 };
  let next = 0;
  for (const { fromMs, toMs } of outages) {
    while (next < alerts.length && endOf(alerts[next]) <= fromMs) next += 1;
    const first = alerts[next];
    if (first === undefined || first.fromMs >= (toMs ?? Number.POSITIVE_INFINITY)) {
      match.missed += 1;
      continue;
    }
    match.delaysMs.push(Math.max(0, first.fromMs - fromMs));
    let last = first;
    for (let nr = next; nr < alerts.length; nr++) {
      const alert = alerts[nr];
      if (alert === undefined || alert.fromMs >= (toMs ?? Number.POSITIVE_INFINITY)) break;
      useful.add(alert);
      last = alert;
    }
    if (toMs !== null) match.recoveriesMs.push(Math.max(0, (last.toMs ?? nowMs) - toMs));
  }
  match.brief = found.filter((alert) => !useful.has(alert)).length;
  return match;
}

function endOf(alert: AlertTime | undefined): number {
  return alert?.toMs ?? Number.POSITIVE_INFINITY;
}

/** The outages that last at least `durationMs`; one that lasts until now has lasted since it began. */
export function longOutages(
  outages: readonly AlertTime[],
  { durationMs, nowMs }: { durationMs: number; nowMs: number },
): AlertTime[] {
  return outages.filter(({ fromMs, toMs }) => (toMs ?? nowMs) - fromMs >= durationMs);
}
