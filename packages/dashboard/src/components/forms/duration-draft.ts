/** A duration as a form shows it: a number and its unit. Pure. */
export type DurationDraft = { amount: string; unit: DurationUnit };

export const DURATION_UNITS = ["minutes", "hours", "days"] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

const SECONDS: Record<DurationUnit, number> = { minutes: 60, hours: 3_600, days: 86_400 };

/** Returns a duration in the largest unit that divides it; null is an empty field. */
export function toDurationDraft(seconds: number | null): DurationDraft {
  if (seconds === null) return { amount: "", unit: "minutes" };
  const unit = DURATION_UNITS.findLast((each) => seconds > 0 && seconds % SECONDS[each] === 0) ?? "minutes";
  return { amount: String(seconds / SECONDS[unit]), unit };
}

/** Returns null for an empty field, and NaN for a text that is not a number. */
export function secondsOfDuration({ amount, unit }: DurationDraft): number | null {
  if (amount.trim() === "") return null;
  return Math.round(Number(amount.replace(",", ".")) * SECONDS[unit]);
}
