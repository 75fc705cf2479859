import { longestCheckMs, retryWaitMs } from "@vedette/contract/checks/check-duration.ts";
import { isRetryable } from "@vedette/contract/checks/check-errors.ts";
import type { CheckJob, CheckOutcome, CheckReport, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { withoutKept } from "@vedette/contract/checks/kept-response.ts";
import { type Definition, isCheckSpec } from "./definition.ts";
import { lateMaxMs } from "./series.ts";
import type { HandedOverCheck, OpenRetry } from "./shards/handover.ts";
import { RETURN_GRACE_MS } from "./slot-accounts.ts";

/** The check in flight that a report belongs to. */
export type Flight = { definition: Definition; location: string };

/** `final` is to be stored; `retry` is to be sent, and the slot stays open until `lostAtMs` at most. */
type Decision = { final: CheckReport } | { retry: CheckJob; lostAtMs: number };

/**
 * Retries failed checks at the other locations of their monitor (`retry.other_location`), one location after the
 * other. In memory only: the slot of a check whose scheduler dies is open, and is checked again.
 */
export class RetriesElsewhere {
  readonly #open = new Map<number, OpenRetry & { slotMs: number }>();

  /** Decides what follows from the report of a check in flight; null if it is a duplicate. */
  take(report: CheckReport, { definition, location }: Flight, nowMs: number): Decision | null {
    const { seriesKey, slotMs, outcome } = report;
    const known = this.#open.get(seriesKey);
    const open = known?.slotMs === slotMs ? known : null;
    const retries = open?.retries ?? 0;
    if ((report.retry ?? 0) !== retries) return null;
    const first = open?.failed ?? (outcome && { ...report, outcome });
    const next =
      first && mayRetry(outcome) ? retryJob(report, { definition, location }, retries + 1, nowMs) : null;
    if (first && next) {
      this.#open.set(seriesKey, { slotMs, retries: retries + 1, failed: first });
      return { retry: next, lostAtMs: next.startByMs + longestCheckMs(next.spec) + RETURN_GRACE_MS };
    }
    this.#open.delete(seriesKey);
    return { final: open === null ? report : merged(open, report) };
  }

  /** Gives up the retries of a check; the next holder of its shard continues them. */
  handOver(check: HandedOverCheck): HandedOverCheck {
    const open = this.#open.get(check.seriesKey);
    this.#open.delete(check.seriesKey);
    if (open?.slotMs !== check.slotMs) return check;
    return { ...check, retry: { retries: open.retries, failed: withoutKept(open.failed) } };
  }

  /** Continues the retries of a check that another scheduler started. */
  takeOver({ seriesKey, slotMs, retry }: HandedOverCheck): void {
    if (retry) this.#open.set(seriesKey, { slotMs, ...retry });
  }
}

function mayRetry(outcome: CheckOutcome | null): boolean {
  if (outcome === null || outcome.error === null) return false;
  return outcome.status === "down" || isRetryable(outcome.error.code);
}

/** A retry that could not start leaves the failure before it. The result is that of the monitor's own location. */
function merged({ failed, retries }: OpenRetry, { outcome, runner }: CheckReport): CheckReport {
  if (outcome === null) return failed;
  const { checkedAtMs } = failed.outcome;
  return { ...failed, runner, outcome: { ...outcome, checkedAtMs, attempts: retries + 1 } };
}

/** Returns null if no retry is left, or there is no other location. */
function retryJob(
  { seriesKey, shard, slotMs }: CheckReport,
  { definition, location }: Flight,
  retry: number,
  nowMs: number,
): CheckJob | null {
  const { spec, orgId, intervalMs } = definition;
  if (!isCheckSpec(spec) || !isElsewhere(definition) || retry > spec.retries) return null;
  const others = otherLocations(definition, location);
  const other = others[(retry - 1) % others.length];
  if (other === undefined) return null;
  const waitMs = retryWaitMs(retry, spec.retryWait);
  return {
    ...{ seriesKey, shard, slotMs, orgId, retry, location: other },
    trigger: "schedule",
    startByMs: nowMs + lateMaxMs(intervalMs),
    spec: { ...spec, retries: 0, firstWaitMs: waitMs },
  };
}

/** The locations after the own one, in the order of the monitor. */
function otherLocations({ series }: Definition, location: string): string[] {
  const all = series.filter(({ active }) => active).map((each) => each.location);
  const at = all.indexOf(location);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
}

function isElsewhere({ spec, series }: Definition): boolean {
  return (
    isCheckSpec(spec) && spec.retriesElsewhere === true && series.filter(({ active }) => active).length > 1
  );
}

/** The specs without retries: one object for each, because receivers cache a spec. */
const withoutRetries = new WeakMap<CheckSpec, CheckSpec>();

/** Returns the spec that the own location receives: without retries, if they are made elsewhere. */
export function specForOwnLocation(definition: Definition, spec: CheckSpec): CheckSpec {
  if (!isElsewhere(definition) || spec.retries === 0) return spec;
  const known = withoutRetries.get(spec) ?? { ...spec, retries: 0 };
  withoutRetries.set(spec, known);
  return known;
}
