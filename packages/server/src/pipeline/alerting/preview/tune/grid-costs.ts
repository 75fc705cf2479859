import { isDeepStrictEqual } from "node:util";
import { TUNE_OUTAGE_SECONDS } from "@vedette/contract/alerts/rule-tuning.ts";
import type { AlertTime, AlertTimes } from "./alert-times.ts";
import { findKnee } from "./find-knee.ts";
import { matchOutages } from "./match-outages.ts";
import type { Combination, TunableCondition } from "./tune-grid.ts";

type Sum = { alerts: number; brief: number; missed: number; delaysMs: number[]; recoveriesMs: number[] };
type Settings = { condition: TunableCondition; timing: { recoveryThreshold: number }; nowMs: number };

/** Sums up over targets what each combination of a grid costs. */
export class GridCosts {
  readonly #grid: readonly Combination[];
  readonly #rule: Settings;
  readonly #sums: Sum[];
  #outages = 0;

  constructor(grid: readonly Combination[], rule: Settings) {
    this.#grid = grid;
    this.#rule = rule;
    this.#sums = grid.map(() => ({ alerts: 0, brief: 0, missed: 0, delaysMs: [], recoveriesMs: [] }));
  }

  get outages(): number {
    return this.#outages;
  }

  /** Adds a target: the alerts of each combination, and its outages. */
  add(alertTimes: readonly AlertTimes[], outages: readonly AlertTime[]): void {
    this.#outages += outages.length;
    for (const [nr, sum] of this.#sums.entries()) {
      const times = alertTimes[nr];
      if (times === undefined) continue;
      const match = matchOutages(times, { outages, nowMs: this.#rule.nowMs });
      sum.alerts += match.alerts;
      sum.brief += match.brief;
      sum.missed += match.missed;
      sum.delaysMs.push(...match.delaysMs);
      sum.recoveriesMs.push(...match.recoveriesMs);
    }
  }

  /** Adds targets of a rule that is not about outages. */
  addCounted(alertTimes: readonly Pick<AlertTimes, "found">[]): void {
    const briefMs = TUNE_OUTAGE_SECONDS * 1_000;
    for (const [nr, sum] of this.#sums.entries()) {
      const { found = [] } = alertTimes[nr] ?? {};
      sum.alerts += found.length;
      sum.brief += found.filter(({ fromMs, toMs }) => toMs !== null && toMs - fromMs < briefMs).length;
    }
  }

  list() {
    const costs = this.#grid.map((combination, nr) => {
      const { alerts = 0, brief = 0, missed = 0, delaysMs = [], recoveriesMs = [] } = this.#sums[nr] ?? {};
      return {
        ...{ ...combination, alerts, brief, missed },
        ...{ delayMs: medianOf(delaysMs), recoveryMs: medianOf(recoveriesMs) },
        changes: countChanges(combination, this.#rule),
      };
    });
    const knee = findKnee(costs);
    return costs.map(({ changes, ...cost }, nr) => ({ ...cost, isRule: changes === 0, isKnee: nr === knee }));
  }
}

/** How many settings differ from those of the rule. */
function countChanges({ condition, recoveryThreshold }: Combination, { condition: rule, timing }: Settings) {
  const before = new Map<string, unknown>(Object.entries(rule.params));
  const params = Object.entries(condition.params).filter(
    ([key, value]) => !isDeepStrictEqual(before.get(key), value),
  );
  return params.length + (recoveryThreshold === timing.recoveryThreshold ? 0 : 1);
}

/** The lower one of two in the middle, so that it is a delay that occurred. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;
}
