import type { Figures, RuleVerdict } from "./rule-verdict.ts";

/** When something expires, and what else an alert says about it. */
export type Expiry = { atMs: number; facts: Pick<Figures, "locations" | "domain"> };

const DAY_MS = 86_400_000;

/** The condition holds from the highest of these numbers of days before the expiry on. Pure. */
export function expiryVerdict(days: readonly number[], expiry: Expiry | null, nowMs: number): RuleVerdict {
  const highest = Math.max(...days);
  if (expiry === null) return { holds: null, figures: { threshold: highest, value: 0 } };
  const leftMs = expiry.atMs - nowMs;
  const reached = days.filter((each) => leftMs <= each * DAY_MS);
  const figures = {
    threshold: reached.length === 0 ? highest : Math.min(...reached),
    value: Math.floor(leftMs / DAY_MS),
    expires_at: new Date(expiry.atMs).toISOString(),
    ...expiry.facts,
  };
  return { holds: reached.length > 0, figures };
}

/** The same for a rule that notifies at each of these numbers: the lowest that is reached is the step. */
export function expiryStepVerdict(
  days: readonly number[],
  expiry: Expiry | null,
  nowMs: number,
): RuleVerdict {
  const verdict = expiryVerdict(days, expiry, nowMs);
  return verdict.holds ? { ...verdict, step: verdict.figures.threshold } : verdict;
}
