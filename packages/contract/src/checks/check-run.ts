import type { Assertion } from "../assertions/assertions.ts";
import type { Fingerprint } from "../changes/fingerprint.ts";
import type { EvidenceOrder } from "../evidence/evidence-order.ts";
import type { CollectedFacts } from "../evidence/vantage-facts.ts";
import type { RetryWait } from "./check-duration.ts";
import type { CheckError } from "./check-errors.ts";
import type { CHECK_KINDS } from "./check-kinds.ts";
import type { CheckType, ComputedType } from "./check-types.ts";
import type { KeptResponse } from "./kept-response.ts";

/**
 * Messages between scheduler, queue, runner and recorder. Instants are epoch milliseconds and durations of a check are
 * integer microseconds: both are exact in JSON.
 */

type CommonSpec = {
  timeoutMs: number;
  /** Retries before the check counts as down. */
  retries: number;
  /** Absent for one second, always. */
  retryWait?: RetryWait;
  /** A scheduled check is retried at the other locations of its monitor. */
  retriesElsewhere?: true;
  /** Wait before the first attempt: of a retry at another location. */
  firstWaitMs?: number;
  /** A failed check is up, and one that passed is down. */
  invert?: true;
  degradedAfterMs: number | null;
  assertions: readonly Assertion[];
  /** Values of secrets in the spec, masked in the outcome. Absent if there are none. */
  mask?: readonly string[];
  /** A variable could not be resolved: the check is not made, and its slot counts as missed. */
  isUnready?: true;
};

/** A check of one kind as a runner receives it. `kind` is the type of the monitor. */
export type CheckSpecOf<Type extends CheckType> = { kind: Type } & ReturnType<
  (typeof CHECK_KINDS)[Type]["toSpec"]
> &
  CommonSpec;

/** A check as a runner receives it. */
export type CheckSpec = { [Type in CheckType]: CheckSpecOf<Type> }[CheckType];
/** A check that no runner makes. */
export type ComputedSpec = Extract<CheckSpec, { kind: ComputedType }>;
export type ProbedSpec = Exclude<CheckSpec, ComputedSpec>;
export type HttpCheckSpec = CheckSpecOf<"url">;

/** The triggers of a stored result. */
export type CheckTrigger = "schedule" | "manual";

/** A check to make. `seriesKey` identifies the monitor at one location. */
export type CheckJob = {
  seriesKey: number;
  /** A runner alternates between organizations. */
  orgId: string;
  /** Shard of the monitor: the report goes to the scheduler that holds the shard when it arrives. */
  shard: number;
  location: string;
  /** `test`: a test check, reported only to its caller and not stored; see `Queue.requestCheck`. */
  trigger: CheckTrigger | "test";
  /** The slot in epoch milliseconds; identifies the check together with `seriesKey`. Manual checks have a fractional slot. */
  slotMs: number;
  /** Of a retry at another location: how many there were, with this one. */
  retry?: number;
  /** It was sent before its slot, to a runner that waits until then. */
  isEarly?: true;
  /** A check that cannot start by then is returned as `late`; epoch milliseconds. */
  startByMs: number;
  spec: CheckSpec;
  /** Collects evidence instead. Only of a test check; see `request-evidence.ts`. */
  evidence?: EvidenceOrder;
};

/** `error`: the target was not evaluated for a reason of Vedette; see `isNotJudged`. */
export type CheckStatus = "up" | "degraded" | "down" | "error";

/** Microseconds spent in each phase across all hops of the last attempt; null if a phase did not occur. */
export type CheckTimings = {
  dnsUs: number | null;
  connectUs: number | null;
  tlsUs: number | null;
  ttfbUs: number | null;
  downloadUs: number | null;
};

/** Facts of the certificate that the server presented, valid or not. */
export type TlsFacts = {
  expiresAtMs: number | null;
  issuer: string | null;
  protocol: string | null;
  /** SHA-256 of the certificate, in hex with colons. */
  fingerprint?: string;
};

export type AssertionOutcome = Assertion & { actual: string | number | boolean | null; passed: boolean };

/** The outcome of a check. A target that is down is a value of this type, never an exception. */
export type CheckOutcome = {
  status: CheckStatus;
  /** When the first attempt started, epoch milliseconds. */
  checkedAtMs: number;
  /** The sum of `timings`; null if nothing was measured. */
  responseUs: number | null;
  timings: CheckTimings;
  statusCode: number | null;
  ip: string | null;
  tls: TlsFacts | null;
  bodyBytes: number | null;
  attempts: number;
  assertions: AssertionOutcome[];
  error: CheckError | null;
  /** Absent unless `keep_body` asks for it and the server responded. */
  kept?: KeptResponse;
  /** The trace of the last attempt. Absent unless the check sends `traceparent`. */
  traceId?: string;
  /** What is compared with the baseline of the monitor, sorted. Absent unless the kind compares. */
  records?: readonly string[];
  /** Absent if nothing was seen of a server. */
  fingerprint?: Fingerprint;
};

/** A runner's report about a job; the outcome is null if the job could not start in time. */
export type CheckReport = {
  seriesKey: number;
  shard: number;
  slotMs: number;
  location: string;
  trigger: CheckTrigger;
  /** That of its job. */
  retry?: number;
  /** Its runner may have kept it for hours. It replaces a slot that was recorded as missed meanwhile. */
  mayBeLate?: true;
  runner: string;
  outcome: CheckOutcome | null;
};

/** The report of a test check, which is not stored. */
export type TestCheckReport = Omit<CheckReport, "trigger"> & {
  trigger: "test";
  /** Of a job that is a collection of evidence; its outcome is null. */
  evidence?: CollectedFacts;
};
