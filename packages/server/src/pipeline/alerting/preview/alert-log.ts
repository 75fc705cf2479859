import type { Evidence } from "@vedette/contract/alerts/alerts.ts";
import {
  type AlertTiming,
  advanceCondition,
  type ConditionState,
  INITIAL_STATE,
} from "../evaluation/condition-state.ts";
import { heartbeatFigures } from "../evaluation/heartbeat-figures.ts";
import type { Figures, RuleVerdict } from "../evaluation/rule-verdict.ts";
import { type AlertSink, NO_EVIDENCE } from "./alert-collector.ts";
import type { PossibleVerdicts } from "./hour-view.ts";
import { type PreviewRequest, type PreviewTarget, sinceMsOf, startMsOf } from "./preview-request.ts";
import { type HistoricResult, historyId } from "./read-history.ts";

/** What has a verdict: a result, or an hour. The figures are needed only if an alert opens. */
export type VerdictOrigin = {
  atMs: number;
  location: string;
  result: HistoricResult | null;
  runId: string | null;
  figures(): Figures;
};

type Verdict = Omit<RuleVerdict, "figures">;

/** Follows the verdicts on a condition. */
export type AlertTrack = Pick<AlertLog, "canPass" | "add" | "end">;

/** The state of a condition while its target is replayed, and the alerts that it opened. */
export class AlertLog {
  readonly #request: PreviewRequest;
  readonly #target: PreviewTarget;
  readonly #startMs: number;
  readonly #found: AlertSink;
  #state: ConditionState = INITIAL_STATE;
  #open: { atMs: number; evidence: Evidence } | null = null;

  constructor(request: PreviewRequest, { target, found }: { target: PreviewTarget; found: AlertSink }) {
    this.#request = request;
    this.#target = target;
    this.#found = found;
    this.#startMs = startMsOf(request);
  }

  /** Whether an hour with these verdicts leaves the state as it is. */
  canPass({ canHold, canClear, canRecover }: PossibleVerdicts): boolean {
    const { holds, pendingSinceMs, recovery } = this.#state;
    if (!holds) return !canHold && pendingSinceMs === null;
    if (this.#request.timing.recoveryThreshold === 1) return !canClear;
    return !canRecover && [...recovery.values()].every((goodResults) => goodResults === 0);
  }

  add(verdict: Verdict, origin: VerdictOrigin): void {
    const { atMs, result } = origin;
    const timing = this.#timingAt(origin);
    const source = { atMs, seriesKey: result?.seriesKey ?? 0, status: result?.status ?? "" };
    const { state, transition } = advanceCondition(this.#state, verdict, { source, timing });
    this.#state = state;
    // A step opens and resolves nothing.
    if (transition === null || transition === "step") return;
    this.#close(atMs);
    if (transition === "open") this.#open = { atMs, evidence: this.#evidenceOf(origin) };
  }

  /** Before the start only matters whether an alert is open. An hour stands for all of its results. */
  #timingAt({ atMs, result }: VerdictOrigin): AlertTiming {
    const { timing } = this.#request;
    const confirmMs = result === null ? 0 : timing.confirmMs;
    if (atMs < this.#startMs) return { ...timing, confirmMs, cooldownMs: 0 };
    return result === null ? { ...timing, confirmMs, recoveryThreshold: 1 } : timing;
  }

  #evidenceOf({ location, result, runId, figures }: VerdictOrigin): Evidence {
    if (!this.#found.needsEvidence) return NO_EVIDENCE;
    if (this.#target.kind === "heartbeat")
      return { location: null, result_id: null, run_id: null, error: null, ...heartbeatFigures(figures()) };
    const resultId = result !== null && this.#target.kind === "monitor" ? historyId(result) : null;
    return { location, result_id: resultId, run_id: runId, error: null, ...figures() };
  }

  end(): void {
    this.#close(null);
  }

  #close(resolvedMs: number | null): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const alert = { target: this.#target, openMs: open.atMs, resolvedMs, evidence: open.evidence };
    if (open.atMs < sinceMsOf(this.#request)) this.#found.addEarlier(alert);
    else this.#found.add(alert);
  }
}
