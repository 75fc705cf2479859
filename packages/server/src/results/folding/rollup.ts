import type { CheckStatus } from "@vedette/contract/check-run.ts";
import { createSketch, type ResponseSketch } from "./sketch.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** What is left of the results of one stretch of time: counts, and the response times as a sketch. */
export type Rollup = {
  total: number;
  failed: number;
  /** How many were good only at a further attempt. */
  retried: number;
  /** How many of them got an answer, and so have a response time. */
  measured: number;
  responseUsSum: number;
  responseUsMin: number | null;
  responseUsMax: number | null;
  sketch: ResponseSketch;
};

/** A rollup as a row holds it. */
export type StoredRollup = {
  total: number;
  failed: number;
  retried: number;
  measured: number;
  response_us_sum: number;
  response_us_min: number | null;
  response_us_max: number | null;
  sketch: Buffer | null;
};

/** Results as a query counts them; `response_us` is the times that were measured, as big-endian int4. */
export type CountedResults = {
  total: number;
  failed: number;
  retried: number;
  response_us: Buffer | null;
};

/** What rollups keep of one result. */
export type OneResult = { status: CheckStatus; attempts: number; responseUs: number | null };

export function createRollup(): Rollup {
  return {
    total: 0,
    failed: 0,
    retried: 0,
    measured: 0,
    responseUsSum: 0,
    responseUsMin: null,
    responseUsMax: null,
    sketch: createSketch(),
  };
}

export function addCounted(rollup: Rollup, counted: CountedResults): void {
  rollup.total += counted.total;
  rollup.failed += counted.failed;
  rollup.retried += counted.retried;
  const times = counted.response_us;
  for (let at = 0; times !== null && at < times.length; at += 4) addTime(rollup, times.readInt32BE(at));
}

export function addResult(rollup: Rollup, result: OneResult): void {
  rollup.total += 1;
  if (result.status === "down") rollup.failed += 1;
  else if (result.attempts > 1) rollup.retried += 1;
  if (result.responseUs !== null) addTime(rollup, result.responseUs);
}

export function addStored(rollup: Rollup, stored: StoredRollup): void {
  addFacts(rollup, {
    total: stored.total,
    failed: stored.failed,
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
  rollup.sketch.merge(other.sketch);
}

export function toStored(rollup: Rollup): StoredRollup {
  return {
    total: rollup.total,
    failed: rollup.failed,
    retried: rollup.retried,
    measured: rollup.measured,
    response_us_sum: rollup.responseUsSum,
    response_us_min: rollup.responseUsMin,
    response_us_max: rollup.responseUsMax,
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

function addFacts(rollup: Rollup, other: Omit<Rollup, "sketch">): void {
  rollup.total += other.total;
  rollup.failed += other.failed;
  rollup.retried += other.retried;
  rollup.measured += other.measured;
  rollup.responseUsSum += other.responseUsSum;
  if (other.responseUsMin !== null)
    rollup.responseUsMin = Math.min(rollup.responseUsMin ?? other.responseUsMin, other.responseUsMin);
  if (other.responseUsMax !== null)
    rollup.responseUsMax = Math.max(rollup.responseUsMax ?? other.responseUsMax, other.responseUsMax);
}
