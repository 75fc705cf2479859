import { HOUR_MS } from "../../results/rollups/rollup.ts";
import {
  type Evaluated,
  evaluateCondition,
  type RuleMemory,
  remember,
  windowShape,
} from "../evaluation/evaluate.ts";
import { NO_STREAK } from "../evaluation/metrics.ts";
import type { RuleVerdict } from "../evaluation/rule-verdict.ts";
import type { AlertSink } from "./alert-collector.ts";
import { AlertLog, type AlertTrack } from "./alert-log.ts";
import { CountedWindow } from "./counted-window.ts";
import { countHour, countResult, freshSeries, type ReplayedSeries } from "./failure-counts.ts";
import { type HourFacts, mergeFacts, NO_RESULTS } from "./hour-facts.ts";
import { evaluateHour, type HourVerdict } from "./hour-verdict.ts";
import type { HourView, PossibleVerdicts } from "./hour-view.ts";
import { possibleVerdicts } from "./possible-verdicts.ts";
import { type PreviewRequest, type PreviewTarget, warmUpMsOf } from "./preview-request.ts";
import type { Extras, HistoricResult, HistoricSeries } from "./read-history.ts";
import { spanOf, type WindowHours } from "./window-hours.ts";

/** The results of an hour to read, preceded by those that its evaluation needs; `results` is their number. */
export type HourRead = {
  replay: TargetReplay;
  hourMs: number;
  fromMs: number;
  toMs: number;
  results: number;
};

/** What is known when the replay starts, by series. */
export type InitialState = {
  /** Failures in a row; without series that have no result. */
  failures: ReadonlyMap<number, number>;
  newest: ReadonlyMap<number, number>;
};

/**
 * A target while it passes hour after hour. An hour that cannot change the condition is passed by its facts alone. The
 * results of other hours are replayed, or, if they are too many, their facts are evaluated.
 */
export class TargetReplay {
  readonly target: PreviewTarget;
  readonly series: readonly ReplayedSeries[];
  readonly #request: PreviewRequest;
  readonly #span: WindowHours;
  /** Without a window: `#window` has its results. */
  readonly #memory: RuleMemory = {
    window: null,
    newest: new Map(),
    changes: new Map(),
    metric: NO_STREAK,
  };
  readonly #window: CountedWindow | null;
  readonly #alerts: AlertTrack;
  readonly #facts = new Map<number, HourFacts>();
  #hour: number;
  /** The window contains the results up to then. */
  #windowToMs = Number.NEGATIVE_INFINITY;

  constructor(
    request: PreviewRequest,
    {
      target,
      series,
      found,
      alerts = new AlertLog(request, { target, found }),
    }: {
      target: PreviewTarget;
      series: readonly HistoricSeries[];
      found: AlertSink;
      alerts?: AlertTrack;
    },
  ) {
    this.target = target;
    this.series = series.map(freshSeries);
    this.#request = request;
    this.#span = spanOf(request.condition);
    this.#window = CountedWindow.of(request.condition, { keepsTimes: found.needsEvidence });
    this.#alerts = alerts;
    this.#hour = warmUpMsOf(request) / HOUR_MS;
  }

  /** For conditions without a window. */
  start({ failures, newest }: InitialState): void {
    const beforeMs = this.#hour * HOUR_MS - 1;
    for (const each of this.series) {
      const { seriesKey } = each;
      const failed = failures.get(seriesKey);
      each.consecutiveFailures = failed ?? 0;
      if (failed !== undefined) {
        this.#memory.changes.set(seriesKey, { isDown: failed > 0, slotMs: beforeMs, changesMs: [] });
      }
      const value = newest.get(seriesKey);
      if (value !== undefined) this.#memory.newest.set(seriesKey, value);
    }
    if (this.#window !== null) return;
    const { figures, ...verdict } = this.#evaluate(this.#evaluatedAt(beforeMs));
    this.#addVerdict({ ...verdict, figures: () => figures }, beforeMs);
  }

  /** Adds what is known of an hour of one of the series. */
  addFacts(hour: number, facts: HourFacts): void {
    const known = this.#facts.get(hour);
    this.#facts.set(hour, known ? mergeFacts(known, facts) : facts);
  }

  /** Passes hours up to one whose results must be read; null at `toMs`. */
  advance(toMs: number): HourRead | null {
    while (this.#hour * HOUR_MS < toMs) {
      const view = this.#view();
      const verdicts = possibleVerdicts(this.#request.condition, view);
      // Without a result nothing is evaluated.
      const canPass = view.facts.results === 0 || this.#alerts.canPass(verdicts);
      if (!canPass) return this.#readOf(view);
      this.#passHour(view);
    }
    return null;
  }

  /** Replays the results of a read, in slot order. */
  replay({ hourMs, toMs }: HourRead, results: readonly HistoricResult[], extras: Extras): void {
    for (const result of results) {
      if (result.slotMs < hourMs) this.#rememberEarlier(result);
      else this.#replayResult(result, extras);
    }
    for (const each of this.series) each.unknown = null;
    this.#windowToMs = toMs;
    this.#nextHour();
  }

  /** Evaluates the facts of the hour in place of its results. */
  approximate(): void {
    const view = this.#view();
    const { hourMs } = view;
    const verdict = evaluateHour(this.#request.condition, { view, at: this.#evaluatedAt(hourMs) });
    this.#addVerdict(verdict, hourMs);
    this.#passHour(view);
    for (const each of this.series) each.unknown = null;
  }

  end(): void {
    this.#alerts.end();
  }

  #view(): HourView {
    const hourMs = this.#hour * HOUR_MS;
    return {
      hourMs,
      facts: this.#factsOf(this.#hour),
      before: (hours) => this.#factsOf(this.#hour - hours),
      series: this.series,
      window: this.#windowToMs === hourMs ? (this.#window?.counts ?? null) : null,
      newest: this.#memory.newest,
      changes: this.#memory.changes,
    };
  }

  #factsOf(hour: number): HourFacts {
    return this.#facts.get(hour) ?? NO_RESULTS;
  }

  #readOf({ hourMs, facts }: HourView): HourRead {
    const fromMs = this.#neededFromMs(hourMs);
    let results = facts.results;
    for (let hour = Math.floor(fromMs / HOUR_MS); hour < this.#hour; hour++) {
      const share = Math.min(1, ((hour + 1) * HOUR_MS - fromMs) / HOUR_MS);
      results += this.#factsOf(hour).results * share;
    }
    return { replay: this, hourMs, fromMs, toMs: hourMs + HOUR_MS, results };
  }

  /** Start of the results that the evaluation of this hour needs. */
  #neededFromMs(hourMs: number): number {
    const shape = windowShape(this.#request.condition);
    if (shape !== null) return Math.max(this.#windowToMs, hourMs - shape.windowMs);
    return Math.min(hourMs, ...this.series.map(({ unknown }) => unknown?.sinceMs ?? hourMs));
  }

  #passHour({ hourMs, facts }: HourView): void {
    for (const each of facts.series) {
      const own = this.#findSeries(each);
      if (own) countHour(own, each, hourMs);
    }
    for (const { seriesKey, newest } of facts.sparse ?? []) this.#memory.newest.set(seriesKey, newest);
    if (facts.results === 0 && this.#windowToMs === hourMs) this.#windowToMs += HOUR_MS;
    this.#nextHour();
  }

  #nextHour(): void {
    this.#hour += 1;
    this.#facts.delete(this.#hour - this.#span.reached - 1);
  }

  #rememberEarlier(result: HistoricResult): void {
    const own = this.#findSeries(result);
    if (own?.unknown && result.slotMs >= own.unknown.sinceMs) countResult(own, result);
    this.#window?.add(result);
  }

  #replayResult(result: HistoricResult, extras: Extras): void {
    const { slotMs: atMs, location } = result;
    if (this.#window !== null) {
      this.#replayInWindow(result, this.#window);
      return;
    }
    const own = this.#findSeries(result);
    if (own) countResult(own, result);
    const isFine = this.#request.condition.type === "consecutive_failures" && this.series.every(isUp);
    if (isFine && this.#alerts.canPass(FINE)) return;
    const diff = extras.diffOf(result);
    const evaluated: Evaluated = {
      ...{ seriesKey: result.seriesKey, location, status: result.status, responseUs: result.responseUs },
      ...{ atMs, slotMs: atMs, series: this.series },
      tlsExpiresAtMs: extras.expiryOf(result),
      visualDiffPercent: diff?.percent ?? null,
      metrics: null,
    };
    remember(this.#request.condition, this.#memory, evaluated);
    if (this.#isSteady(atMs) && this.#alerts.canPass(FINE)) return;
    const verdict = this.#evaluate(evaluated);
    this.#alerts.add(verdict, {
      atMs,
      location,
      result,
      runId: diff?.runId ?? null,
      figures: () => verdict.figures,
    });
  }

  /** Whether a rule about flapping has no change to count. */
  #isSteady(atMs: number): boolean {
    const { type, params } = this.#request.condition;
    if (type !== "flapping") return false;
    const afterMs = atMs - params.window_seconds * 1_000;
    return this.series.every(({ seriesKey }) => {
      return (this.#memory.changes.get(seriesKey)?.changesMs.at(-1) ?? afterMs) <= afterMs;
    });
  }

  #replayInWindow(result: HistoricResult, window: CountedWindow): void {
    const { slotMs: atMs, location } = result;
    window.add(result);
    const holds = window.holds();
    const isBad = holds === true;
    const isGood = holds === false;
    if (this.#alerts.canPass({ canHold: isBad, canClear: isGood, canRecover: isGood })) return;
    const figures = () => this.#evaluate(this.#evaluatedAt(atMs), window).figures;
    this.#alerts.add({ holds }, { atMs, location, result, runId: null, figures });
  }

  #evaluate(evaluated: Evaluated, window: CountedWindow | null = null): RuleVerdict {
    const memory = { ...this.#memory, window: window?.toResultWindow() ?? null };
    return evaluateCondition(this.#request.condition, memory, evaluated);
  }

  #findSeries({ seriesKey }: { seriesKey: number }): ReplayedSeries | undefined {
    return this.series.find((each) => each.seriesKey === seriesKey);
  }

  /** For an evaluation without a result. */
  #evaluatedAt(atMs: number): Evaluated {
    const { series } = this;
    const { seriesKey = 0, location = "" } = series[0] ?? {};
    const none = { status: "up", responseUs: null, tlsExpiresAtMs: null, visualDiffPercent: null } as const;
    return { ...none, metrics: null, seriesKey, location, atMs, slotMs: atMs, series };
  }

  #addVerdict({ figures, ...verdict }: HourVerdict, atMs: number): void {
    const location = this.series[0]?.location ?? "";
    this.#alerts.add(verdict, { atMs, location, result: null, runId: null, figures });
  }
}

const isUp = ({ consecutiveFailures }: ReplayedSeries): boolean => consecutiveFailures === 0;
/** A result of a target that no location sees failing. */
const FINE: PossibleVerdicts = { canHold: false, canClear: true, canRecover: true };
