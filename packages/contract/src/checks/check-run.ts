import type { Assertion } from "../assertions/assertions.ts";
import type { CheckError } from "./check-errors.ts";

/**
 * What passes between scheduler, queue, runner and recorder. Instants are epoch milliseconds,
 * spans of a check are whole microseconds: both survive JSON unharmed.
 */

export type HttpCheckSpec = {
  kind: "url";
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  followRedirects: boolean;
  verifyTls: boolean;
  /** Names of headers that carry a secret: not shown to another origin. Left out where there are none. */
  secretHeaders?: readonly string[];
} & CommonSpec;

export type TcpCheckSpec = { kind: "tcp"; host: string; port: number } & CommonSpec;

type CommonSpec = {
  timeoutMs: number;
  /** Extra tries, one second apart, before the check counts as down. */
  retries: number;
  degradedAfterMs: number | null;
  assertions: readonly Assertion[];
  /** Values of secrets in it, masked in all that the check yields. Left out where there are none. */
  mask?: readonly string[];
  /** A variable could not be put in its place: the check is not made, and its slot counts as missed. */
  isUnready?: true;
};

export type CheckSpec = HttpCheckSpec | TcpCheckSpec;

/** What a stored result may come from. */
export type CheckTrigger = "schedule" | "manual";

/** One check to be made. `seriesKey` names the monitor at one location. */
export type CheckJob = {
  seriesKey: number;
  /** Organizations take turns at a runner. */
  orgId: string;
  /** Of the monitor: the report goes to whichever scheduler holds it by then. */
  shard: number;
  location: string;
  /** A trial is made for whoever asks, and never stored; see `Queue.askCheck`. */
  trigger: CheckTrigger | "trial";
  /** The slot, epoch milliseconds; with `seriesKey` it names the check. Manual ones are fractional. */
  slotMs: number;
  /** A check that cannot start by then is given back as `late`; epoch milliseconds. */
  startByMs: number;
  spec: CheckSpec;
};

/** `error`: the target was not judged, for a reason of our own; see `isNotJudged`. */
export type CheckStatus = "up" | "degraded" | "down" | "error";

/** Microseconds spent in each phase, over all hops of the last try; null where a phase did not happen. */
export type CheckTimings = {
  dnsUs: number | null;
  connectUs: number | null;
  tlsUs: number | null;
  ttfbUs: number | null;
  downloadUs: number | null;
};

/** Facts of the certificate that the server showed, valid or not. */
export type TlsFacts = { expiresAtMs: number | null; issuer: string | null; protocol: string | null };

export type AssertionOutcome = Assertion & { actual: string | number | boolean | null; passed: boolean };

/** What a check found. A target that is down is a value of this type, never an exception. */
export type CheckOutcome = {
  status: CheckStatus;
  /** When the first try started, epoch milliseconds. */
  checkedAtMs: number;
  /** The sum of `timings`; null where nothing was measured. */
  responseUs: number | null;
  timings: CheckTimings;
  statusCode: number | null;
  ip: string | null;
  tls: TlsFacts | null;
  bodyBytes: number | null;
  attempts: number;
  assertions: AssertionOutcome[];
  error: CheckError | null;
};

/** What a runner says about a job: what it found, or that it was too late to start it. */
export type CheckReport = {
  seriesKey: number;
  shard: number;
  slotMs: number;
  location: string;
  trigger: CheckTrigger;
  runner: string;
  outcome: CheckOutcome | null;
};

/** The same of a trial. */
export type TrialReport = Omit<CheckReport, "trigger"> & { trigger: "trial" };
