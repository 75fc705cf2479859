import type { RuleVerdict } from "./rule-verdict.ts";

/**
 * Decides from the verdicts on a condition when its alert opens and resolves. Pure; what a state contains is
 * stored, so that another process can continue.
 */

/** The fields of a rule that decide it, apart from its condition. */
export type AlertTiming = {
  cooldownMs: number;
  /** How long the condition must hold before an alert opens. */
  confirmMs: number;
  /** Good results in a row after which an alert resolves. */
  recoveryThreshold: number;
};

/** The state of a rule for one target. */
export type ConditionState = {
  /** The condition holds, and its alert was opened. */
  holds: boolean;
  /** End of the cooldown; no alert opens before it. */
  quietUntilMs: number | null;
  /** Since when the condition holds while its alert is not open. Only of rules with a confirmation time. */
  pendingSinceMs: number | null;
  /**
   * Only while `holds`, and with a recovery threshold above 1: the good results in a row of each failing
   * series, or of the whole target under the key 0.
   */
  recovery: ReadonlyMap<number, number>;
  /** Only while `holds`, of rules with several steps: the step that was reached last. Lower steps are more urgent. */
  step: number | null;
};

/** The key of a whole target: those of series start at 1. */
const WHOLE_TARGET = 0;

const NO_RECOVERY: ReadonlyMap<number, number> = new Map();

export const INITIAL_STATE: ConditionState = {
  holds: false,
  quietUntilMs: null,
  pendingSinceMs: null,
  recovery: NO_RECOVERY,
  step: null,
};

/** The result on which a condition was evaluated. */
type VerdictSource = { atMs: number; seriesKey: number; status: string };

export type Advanced = { state: ConditionState; transition: "open" | "step" | "clear" | null };

/**
 * Returns the state after a verdict; the same object if nothing changed. An alert opens only when its condition
 * starts to hold. Resolving an alert manually does not change the state, so the next alert opens only after the
 * condition has cleared and returned.
 */
export function advanceCondition(
  state: ConditionState,
  verdict: Omit<RuleVerdict, "figures">,
  { source, timing }: { source: VerdictSource; timing: AlertTiming },
): Advanced {
  if (verdict.holds === null) return { state, transition: null };
  if (state.holds) return afterOpening(state, verdict, { source, timing });
  if (verdict.holds) return whileHolding(state, verdict, { source, timing });
  const isPending = state.pendingSinceMs !== null;
  return { state: isPending ? { ...state, pendingSinceMs: null } : state, transition: null };
}

/** The condition holds, and no alert is open. The cooldown starts when an alert opens. */
function whileHolding(
  state: ConditionState,
  verdict: Omit<RuleVerdict, "figures">,
  { source: { atMs }, timing }: { source: VerdictSource; timing: AlertTiming },
): Advanced {
  const { cooldownMs, confirmMs, recoveryThreshold } = timing;
  const sinceMs = state.pendingSinceMs ?? atMs;
  const isQuiet = state.quietUntilMs !== null && atMs < state.quietUntilMs;
  if (isQuiet || atMs - sinceMs < confirmMs) {
    const pendingSinceMs = confirmMs > 0 ? sinceMs : null;
    const isSame = pendingSinceMs === state.pendingSinceMs;
    return { state: isSame ? state : { ...state, pendingSinceMs }, transition: null };
  }
  const recovery = new Map(failingOf(verdict).map((key) => [key, 0]));
  const opened: ConditionState = {
    holds: true,
    quietUntilMs: cooldownMs > 0 ? atMs + cooldownMs : null,
    pendingSinceMs: null,
    recovery: recoveryThreshold > 1 ? recovery : NO_RECOVERY,
    step: verdict.step ?? null,
  };
  return { state: opened, transition: "open" };
}

function afterOpening(
  state: ConditionState,
  verdict: Omit<RuleVerdict, "figures">,
  { source, timing: { recoveryThreshold } }: { source: VerdictSource; timing: AlertTiming },
): Advanced {
  const cleared: Advanced = {
    state: { ...state, holds: false, recovery: NO_RECOVERY, step: null },
    transition: "clear",
  };
  if (recoveryThreshold === 1) return verdict.holds ? withStep(state, verdict) : cleared;
  const recovery = nextRecovery(state.recovery, verdict, { source, recoveryThreshold });
  const needed = verdict.bySeries?.needed ?? 1;
  if (recovery.size === 0 || recovery.size < needed) return cleared;
  return withStep(isSameMap(state.recovery, recovery) ? state : { ...state, recovery }, verdict);
}

/** A lower step is notified. A higher one is not: what the rule is about was renewed, if not for long. */
function withStep(state: ConditionState, { holds, step }: Omit<RuleVerdict, "figures">): Advanced {
  if (!holds || step === undefined || step === state.step) return { state, transition: null };
  return { state: { ...state, step }, transition: step < (state.step ?? Infinity) ? "step" : null };
}

/** The failing series with their good results in a row, without those that have recovered. */
function nextRecovery(
  before: ConditionState["recovery"],
  verdict: Omit<RuleVerdict, "figures">,
  { source, recoveryThreshold }: { source: VerdictSource; recoveryThreshold: number },
): Map<number, number> {
  const { bySeries } = verdict;
  const failing = failingOf(verdict);
  const key = bySeries ? source.seriesKey : WHOLE_TARGET;
  const isGood = bySeries ? source.status !== "down" : !verdict.holds;
  const next = new Map([...before].filter(([each]) => !bySeries || bySeries.active.includes(each)));
  // The alert opened while the rule required a single good result: its failing series are not stored.
  if (before.size === 0 && !verdict.holds) next.set(key, 0);
  for (const each of failing) next.set(each, 0);
  const goodResults = next.get(key);
  if (goodResults === undefined || failing.includes(key)) return next;
  if (isGood && goodResults + 1 >= recoveryThreshold) next.delete(key);
  else next.set(key, isGood ? goodResults + 1 : 0);
  return next;
}

function failingOf({ holds, bySeries }: Omit<RuleVerdict, "figures">): readonly number[] {
  return bySeries?.failing ?? (holds ? [WHOLE_TARGET] : []);
}

function isSameMap(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
