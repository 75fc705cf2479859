import type { FoundMonitor, MonitorFields } from "./discovered.ts";

/** Keeps monitors of what is gone for a while: a container that restarts must not lose its history. */

/** What was found last, by key. */
export type Seen = Readonly<Record<string, { fields: MonitorFields; origin: string; lastSeenMs: number }>>;

/** Returns what is there now, and what was seen less than `goneForMs` ago. */
export function withGone(
  seen: Seen,
  { found, nowMs, goneForMs }: { found: readonly FoundMonitor[]; nowMs: number; goneForMs: number },
): Seen {
  const kept = Object.entries(seen).filter(([, { lastSeenMs }]) => nowMs - lastSeenMs < goneForMs);
  const now = found.map(({ key, fields, origin }) => [key, { fields, origin, lastSeenMs: nowMs }] as const);
  return Object.fromEntries([...kept, ...now]);
}
