import type { Evidence } from "@vedette/contract/alerts/alerts.ts";
import { advanceCondition, type ConditionState, INITIAL_STATE } from "../../evaluation/condition-state.ts";
import { type SilenceCondition, silenceVerdict } from "../../silence/silence-verdict.ts";
import type { AlertSink } from "../alert-collector.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { deadlineOf } from "../preview-limits.ts";
import { type PreviewRequest, type PreviewTarget, sinceMsOf } from "../preview-request.ts";
import { listSilentPeriods, type SilentPeriodRow } from "./queries.ts";

/** Targets whose periods are searched by one statement. */
const PAGE_TARGETS = 50;
/** Silence is evaluated once a minute, and a period is found if it began so long before the previewed time. */
const EVALUATION_MS = 60_000;
const LOOK_BACK_MS = 86_400_000;

type SilenceRequest = PreviewRequest & { condition: SilenceCondition };

/** Several settings of one rule, which share its reads; each has a sink of its own. */
export type SilenceVariant = { request: SilenceRequest; found: AlertSink };

/** Finds the alerts of a rule about results that do not arrive: from the periods without results of each target. */
export async function previewSilence(
  { db, clock, limits }: PreviewDeps,
  variants: readonly [SilenceVariant, ...SilenceVariant[]],
): Promise<void> {
  const [{ request }] = variants;
  const { orgId, targets, condition, nowMs } = request;
  const minutes = Math.min(...variants.map((each) => each.request.condition.params.minutes));
  const assertInTime = deadlineOf(limits, clock);
  const since = new Date(sinceMsOf(request) - LOOK_BACK_MS);
  for (let at = 0; at < targets.length; at += PAGE_TARGETS) {
    assertInTime();
    const page = targets.slice(at, at + PAGE_TARGETS);
    const rows = await listSilentPeriods(db, orgId, {
      ...{ targetIds: page.map(({ id }) => id), since, now: new Date(nowMs) },
      ...{ minutes, type: condition.type },
    });
    const byTarget = Map.groupBy(rows, (row) => row.target_id);
    for (const target of page)
      for (const variant of variants) {
        const periods = (byTarget.get(target.id) ?? []).filter((period) => isLongEnough(period, variant));
        replay(variant.request, { target, periods, found: variant.found });
      }
  }
}

function isLongEnough(
  { from_ms, to_ms, interval_ms }: SilentPeriodRow,
  { request: { condition, nowMs } }: SilenceVariant,
): boolean {
  return (to_ms ?? nowMs) - from_ms >= interval_ms + condition.params.minutes * EVALUATION_MS;
}

type Replayed = { target: PreviewTarget; periods: readonly SilentPeriodRow[]; found: AlertSink };

/** Evaluates the condition where it can change: in each period, and with the results after it. */
function replay(request: SilenceRequest, { target, periods, found }: Replayed): void {
  const { condition, timing, nowMs } = request;
  let state: ConditionState = INITIAL_STATE;
  let open: { atMs: number; evidence: Evidence } | null = null;
  const close = (resolvedMs: number | null) => {
    if (open !== null && open.atMs >= sinceMsOf(request))
      found.add({ target, openMs: open.atMs, resolvedMs, evidence: open.evidence });
    open = null;
  };
  for (const [index, period] of periods.entries()) {
    for (const atMs of evaluationsOf(request, {
      period,
      next: periods[index + 1],
      quietUntilMs: state.quietUntilMs,
    })) {
      const { holds, figures } = verdictAt(condition, period, atMs);
      const source = { atMs, seriesKey: 0, status: "" };
      const { state: next, transition } = advanceCondition(state, { holds }, { source, timing });
      state = next;
      if (transition === "clear") close(atMs);
      if (transition !== "open") continue;
      const evidence = { location: null, result_id: null, run_id: null, error: null, ...figures };
      open = { atMs, evidence };
    }
  }
  close(null);
  function verdictAt(given: SilenceCondition, period: SilentPeriodRow, atMs: number) {
    const hasResult = period.to_ms !== null && atMs >= period.to_ms;
    const lastMs = hasResult ? atMs : period.from_ms;
    return silenceVerdict(
      given,
      {
        ...{ status: "", statusReason: null, intervalMs: period.interval_ms, locations: period.locations },
        ...{ scheduledSinceMs: period.from_ms, gapMs: hasResult ? null : Number.POSITIVE_INFINITY },
        measuredMs: period.is_result || hasResult ? lastMs : null,
        judgedMs: period.is_result || hasResult ? lastMs : null,
      },
      Math.min(atMs, nowMs),
    );
  }
}

/**
 * When the condition starts to hold, is confirmed, and may alert after a cooldown; then as many evaluations with
 * results as the rule needs to resolve, before the next period.
 */
function evaluationsOf(
  { condition, timing, nowMs }: SilenceRequest,
  {
    period: { from_ms, to_ms, interval_ms },
    next,
    quietUntilMs,
  }: { period: SilentPeriodRow; next: SilentPeriodRow | undefined; quietUntilMs: number | null },
): number[] {
  const heldMs = from_ms + interval_ms + condition.params.minutes * EVALUATION_MS;
  const endMs = to_ms ?? nowMs + 1;
  const confirmedMs = heldMs + timing.confirmMs;
  const held = [heldMs, confirmedMs, Math.max(confirmedMs, quietUntilMs ?? 0)];
  const good = Array.from({ length: timing.recoveryThreshold }, (_, nr) => endMs + nr * EVALUATION_MS);
  const lastGoodMs = Math.min(nowMs, next === undefined ? nowMs : next.from_ms + next.interval_ms);
  return [
    ...new Set(held.filter((atMs) => atMs < endMs).sort((a, b) => a - b)),
    ...(to_ms === null ? [] : good.filter((atMs, nr) => nr === 0 || atMs <= lastGoodMs)),
  ];
}
