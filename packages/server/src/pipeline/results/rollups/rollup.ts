import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { ResponseSketch } from "./sketch.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A summary of the results of a time range: counts, and the response times as a sketch. */
export type Rollup = {
  total: number;
  failed: number;
  /** Results without a verdict: neither successes nor failures. */
  errors: number;
  /** Results that succeeded only after a retry. */
  retried: number;
  /** Results with a response and therefore a response time. */
  measured: number;
  responseUsSum: number;
  responseUsMin: number | null;
  responseUsMax: number | null;
  phases: PhaseSums;
  sketch: ResponseSketch;
};

/** The phases of a check with stored times; the download is the total minus these. */
const PHASES = ["dns", "connect", "tls", "ttfb"] as const;
type Phase = (typeof PHASES)[number];

/** Sums over measured results with known phases: runs have none, nor do old rollups. */
type PhaseSums = {
  known: number;
  responseUs: number;
  /** Null for a phase that no check reached. */
  us: Record<Phase, number | null>;
};

export type StoredPhases = { [Key in Phase as `${Key}_us_sum`]: number | null };

/** The columns of a rollup that statistics read. */
export type StoredFacts = {
  total: number;
  failed: number;
  errors: number;
  retried: number;
  measured: number;
  response_us_sum: number;
  response_us_min: number | null;
  response_us_max: number | null;
  sketch: Buffer | null;
};

/** A rollup as stored in a row. */
export type StoredRollup = StoredFacts & StoredPhases;

/** Results as a query counts them; `response_us` are the measured times, as big-endian int4. */
export type CountedResults = {
  total: number;
  failed: number;
  errors: number;
  retried: number;
  response_us: Buffer | null;
};

/** The fields of a result that rollups use. */
export type OneResult = {
  status: CheckStatus;
  attempts: number;
  responseUs: number | null;
  phasesUs: Record<Phase, number | null>;
};

export function createRollup(): Rollup {
  return {
    total: 0,
    failed: 0,
    errors: 0,
    retried: 0,
    measured: 0,
    responseUsSum: 0,
    responseUsMin: null,
    responseUsMax: null,
    phases: { known: 0, responseUs: 0, us: { dns: null, connect: null, tls: null, ttfb: null } },
    sketch: new ResponseSketch(),
  };
}

export function addCounted(rollup: Rollup, counted: CountedResults): void {
  rollup.total += counted.total;
  rollup.failed += counted.failed;
  rollup.errors += counted.errors;
  rollup.retried += counted.retried;
  const times = counted.response_us;
  for (let at = 0; times !== null && at < times.length; at += 4) addTime(rollup, times.readInt32BE(at));
}

/** The phases of everything in the rollup, counted with it. */
export function setPhases(rollup: Rollup, counted: StoredPhases): void {
  addPhases(rollup, { known: rollup.measured, responseUs: rollup.responseUsSum, us: phasesOf(counted) });
}

export function addResult(rollup: Rollup, result: OneResult): void {
  rollup.total += 1;
  if (result.status === "down") rollup.failed += 1;
  else if (result.status === "error") rollup.errors += 1;
  else if (result.attempts > 1) rollup.retried += 1;
  if (result.responseUs === null) return;
  addTime(rollup, result.responseUs);
  addPhases(rollup, { known: 1, responseUs: result.responseUs, us: result.phasesUs });
}

export function addStored(rollup: Rollup, stored: StoredRollup): void {
  addStoredFacts(rollup, stored);
  addPhases(rollup, { known: stored.measured, responseUs: stored.response_us_sum, us: phasesOf(stored) });
}

export function addStoredFacts(rollup: Rollup, stored: StoredFacts): void {
  addFacts(rollup, {
    total: stored.total,
    failed: stored.failed,
    errors: stored.errors,
    retried: stored.retried,
    measured: stored.measured,
    responseUsSum: stored.response_us_sum,
    responseUsMin: stored.response_us_min,
    responseUsMax: stored.response_us_max,
  });
  if (stored.sketch !== null) rollup.sketch.mergeEncoded(stored.sketch);
}

export function addRollup(rollup: Rollup, other: Rollup): void {
  addFacts(rollup, other);
  addPhases(rollup, other.phases);
  rollup.sketch.merge(other.sketch);
}

export function toStored(rollup: Rollup): StoredRollup {
  // A late result added to a rollup without phases must not represent the other results.
  const { us } = rollup.phases.known === rollup.measured ? rollup.phases : createRollup().phases;
  return {
    total: rollup.total,
    failed: rollup.failed,
    errors: rollup.errors,
    retried: rollup.retried,
    measured: rollup.measured,
    response_us_sum: rollup.responseUsSum,
    response_us_min: rollup.responseUsMin,
    response_us_max: rollup.responseUsMax,
    dns_us_sum: us.dns,
    connect_us_sum: us.connect,
    tls_us_sum: us.tls,
    ttfb_us_sum: us.ttfb,
    sketch: rollup.measured === 0 ? null : rollup.sketch.encode(),
  };
}

function addTime(rollup: Rollup, responseUs: number): void {
  rollup.measured += 1;
  rollup.responseUsSum += responseUs;
  rollup.responseUsMin = Math.min(rollup.responseUsMin ?? responseUs, responseUs);
  rollup.responseUsMax = Math.max(rollup.responseUsMax ?? responseUs, responseUs);
  rollup.sketch.add(responseUs / 1_000);
}

function phasesOf(stored: StoredPhases): PhaseSums["us"] {
  const { dns_us_sum: dns, connect_us_sum: connect, tls_us_sum: tls, ttfb_us_sum: ttfb } = stored;
  return { dns, connect, tls, ttfb };
}

/** A result without any phase is unknown and left out. */
function addPhases({ phases }: Rollup, { known, responseUs, us }: PhaseSums): void {
  if (PHASES.every((phase) => us[phase] === null)) return;
  phases.known += known;
  phases.responseUs += responseUs;
  for (const phase of PHASES) {
    const added = us[phase];
    if (added !== null) phases.us[phase] = (phases.us[phase] ?? 0) + added;
  }
}

function addFacts(rollup: Rollup, other: Omit<Rollup, "sketch" | "phases">): void {
  rollup.total += other.total;
  rollup.failed += other.failed;
  rollup.errors += other.errors;
  rollup.retried += other.retried;
  rollup.measured += other.measured;
  rollup.responseUsSum += other.responseUsSum;
  if (other.responseUsMin !== null)
    rollup.responseUsMin = Math.min(rollup.responseUsMin ?? other.responseUsMin, other.responseUsMin);
  if (other.responseUsMax !== null)
    rollup.responseUsMax = Math.max(rollup.responseUsMax ?? other.responseUsMax, other.responseUsMax);
}
