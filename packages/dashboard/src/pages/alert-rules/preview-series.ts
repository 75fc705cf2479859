import type { Preview } from "@vedette/contract/alerts/alerts.ts";

type PreviewAlerts = Pick<Preview, "days"> & {
  alerts: readonly Pick<Preview["alerts"][number], "triggered_at" | "resolved_at">[];
};

/** The number of points that a half-width chart can still show separately. */
const STEPS = 168;
const DAY_MS = 86_400_000;

/** Counts the open alerts in each step of the replayed period. An alert shorter than a step still counts in its step. Pure. */
export function openOverTime(
  { days, alerts }: PreviewAlerts,
  nowMs: number,
): { at: string[]; open: number[] } {
  const stepMs = (days * DAY_MS) / STEPS;
  const fromMs = nowMs - days * DAY_MS;
  const stepOf = (ms: number) => Math.min(STEPS - 1, Math.max(0, Math.floor((ms - fromMs) / stepMs)));
  const open = Array.from({ length: STEPS }, () => 0);
  for (const { triggered_at: from, resolved_at: to } of alerts) {
    const last = to === null ? STEPS - 1 : stepOf(Date.parse(to));
    for (let step = stepOf(Date.parse(from)); step <= last; step += 1) open[step] = (open[step] ?? 0) + 1;
  }
  return { at: open.map((_, step) => new Date(fromMs + step * stepMs).toISOString()), open };
}
