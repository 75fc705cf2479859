import type { Occurrences } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";

/** Slots of a cron or OnCalendar schedule, counted without walking through each of a million. Pure. */

export type SlotRange = { fromMs: number; toMs: number; count: number };

/** More slots than this are counted by their distance. */
const COUNTED_MAX = 500;

/** The newest slot in [firstMs, untilMs], where `firstMs` is a slot. */
export function newestSlot(occurrences: Occurrences, firstMs: number, untilMs: number): number {
  let newestMs = firstMs;
  for (let steps = 0; steps < COUNTED_MAX; steps += 1) {
    const nextMs = occurrences.next(newestMs);
    if (nextMs === null || nextMs > untilMs) return newestMs;
    newestMs = nextMs;
  }
  return newestFromEnd(occurrences, newestMs, untilMs);
}

/** Looks back from the end, twice as far each time, until a slot is found. */
function newestFromEnd(occurrences: Occurrences, knownMs: number, untilMs: number): number {
  for (let backMs = FIRST_STEP_BACK_MS; untilMs - backMs > knownMs; backMs *= 2) {
    const foundMs = occurrences.next(untilMs - backMs);
    if (foundMs !== null && foundMs <= untilMs) return newestSlot(occurrences, foundMs, untilMs);
  }
  return knownMs;
}

const FIRST_STEP_BACK_MS = 60_000;

/** The slots in [firstMs, beforeMs), where both are slots; null if there are none. */
export function slotsBefore(occurrences: Occurrences, firstMs: number, beforeMs: number): SlotRange | null {
  if (firstMs >= beforeMs) return null;
  let [toMs, count] = [firstMs, 1];
  for (; count < COUNTED_MAX; count += 1) {
    const nextMs = occurrences.next(toMs);
    if (nextMs === null || nextMs >= beforeMs) return { fromMs: firstMs, toMs, count };
    toMs = nextMs;
  }
  const lastMs = newestSlot(occurrences, toMs, beforeMs - 1);
  const meanStepMs = (toMs - firstMs) / (count - 1);
  return { fromMs: firstMs, toMs: lastMs, count: Math.round((lastMs - firstMs) / meanStepMs) + 1 };
}
