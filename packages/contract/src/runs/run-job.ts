import type { Extraction } from "../api-monitors/extractions.ts";
import type { Assertion } from "../assertions/assertions.ts";
import type { AssertionOutcome, CheckTimings, TlsFacts } from "../checks/check-run.ts";
import type { JourneyStep } from "../journeys/journey-steps.ts";
import type { ArtifactKind } from "./artifacts.ts";
import type { RunErrorCode } from "./run-errors.ts";

/**
 * What passes between whoever starts runs, the queue, the runners and the recorder of runs. Instants are
 * epoch milliseconds, spans are named by their unit: both survive JSON unharmed.
 */

export const RUN_KINDS = ["api_monitor", "journey"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** One attempt of a run, to be made at a location. */
export type RunJob = {
  runId: string;
  /** Counts from 1. */
  attempt: number;
  /**
   * Counts how often this run was handed out, from 1: a report that names an older one does not count. Below
   * zero it is a trial, made for whoever asks and never stored; see `Queue.askRun`.
   */
  lease: number;
  orgId: string;
  /** The API monitor or journey. */
  targetId: string;
  location: string;
  /** An attempt that cannot start by then is given back as `unstarted`; epoch milliseconds. */
  startByMs: number;
  spec: RunSpec;
};

export type RunSpec = ApiRunSpec | JourneyRunSpec;

type CommonRunSpec = {
  /** For the whole attempt. */
  timeoutMs: number;
  /** The values that `{{NAME}}` may stand for, the target's own before the organization's. Only those named. */
  values: Readonly<Record<string, string>>;
  /** Which of `values` are secrets: masked in all that the attempt yields. */
  secretNames: readonly string[];
};

/** Texts still hold `{{…}}`: a value may be extracted by an earlier step. */
export type ApiRunSpec = CommonRunSpec & { kind: "api_monitor"; steps: readonly ApiStepSpec[] };

/** What a journey does: declarative steps, or a script; neither is an outcome (`NO_STEPS`). */
export type JourneyRunSpec = CommonRunSpec & {
  kind: "journey";
  steps: readonly JourneyStep[] | null;
  script: string | null;
  viewport: { width: number; height: number } | null;
  /** A name of Playwright's list of devices; a viewport wins over the device's. */
  device: string | null;
  /** Its origin stands in for that of the journey's first address, wherever that occurs; relative ones begin here. */
  baseUrl: string | null;
  /** `video_with_secrets` is absent in definitions that were stored before it existed: no. */
  capture: { trace: CaptureWhen; video: CaptureWhen; video_with_secrets?: boolean };
  /** Keys of baseline images, by label. */
  baselines: Readonly<Record<string, string>>;
  /** What the files of this attempt may have together, in bytes; left out where the organization has no quota. */
  filesBytesMax?: number;
};

export const CAPTURE_WHEN = ["on_failure", "always", "never"] as const;
export type CaptureWhen = (typeof CAPTURE_WHEN)[number];

export type ApiStepSpec = {
  name: string;
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** A text is sent as it is; any other JSON value as JSON, with a content type unless one is given. */
  body: unknown;
  auth: StepAuth | null;
  timeoutMs: number;
  followRedirects: boolean;
  verifyTls: boolean;
  assertions: readonly Assertion[];
  extract: readonly Extraction[];
  continueOnFailure: boolean;
};

export type StepAuth =
  | { type: "basic"; username: string; password: string }
  | { type: "bearer"; token: string };

export type RunError = {
  code: RunErrorCode;
  message: string;
  /** The step that failed; null where it was none of them. */
  stepIndex: number | null;
};

/** What an attempt found. A target that fails is a value of this type, never an exception. */
export type RunOutcome = {
  startedAtMs: number;
  finishedAtMs: number;
  /** The first failure; null when the attempt passed. */
  error: RunError | null;
  /** Every step of the definition, in order; those never reached are `skipped`. */
  steps: StepOutcome[];
  /** Of journeys only, like the two behind it. */
  artifacts?: ProducedArtifact[];
  webVitals?: WebVitals;
  /** The worst of its compared screenshots; null where none was compared. */
  visualDiffPercent?: number | null;
  /** Why pictures, a trace or a video are missing, in plain words. */
  artifactError?: string;
};

/** The key of an artifact in the store. */
export type ArtifactRef = string;

export type ProducedArtifact = {
  key: ArtifactRef;
  kind: ArtifactKind;
  /** As a file would be called. */
  name: string;
  contentType: string;
  bytes: number;
  stepIndex: number | null;
  /** Of a compared screenshot. */
  label?: string;
};

/** The worst of each over the pages that the journey opened; null where no page had it. */
export type WebVitals = {
  lcpMs: number | null;
  /** A score without a unit. */
  cls: number | null;
  inpMs: number | null;
  fcpMs: number | null;
  ttfbMs: number | null;
};

export type StepOutcome = {
  index: number;
  name: string;
  /** What it does: `request` for a step of an API monitor, else a journey's action. */
  action: string;
  status: "passed" | "failed" | "skipped";
  startedAtMs: number | null;
  durationMs: number | null;
  error: { code: RunErrorCode; message: string } | null;
  /** Where it ended: the address after redirects, or the page's. */
  url: string | null;
  request: SentRequest | null;
  response: ReceivedResponse | null;
  assertions: AssertionOutcome[];
  extracted: ExtractedValue[];
  /** Of journeys only, like those behind it. */
  screenshot?: ArtifactRef;
  visualDiff?: VisualDiff;
  /** At most `CONSOLE_LINES_MAX`. */
  console?: ConsoleLine[];
  /** At most `FAILED_REQUESTS_MAX`. */
  failedRequests?: FailedRequest[];
};

export type VisualDiff = {
  label: string;
  baseline: ArtifactRef;
  actual: ArtifactRef;
  /** Null where nothing differs. */
  diff: ArtifactRef | null;
  /** Of the pixels, anti-aliasing ignored. */
  percent: number;
};

/** What the page wrote to its console while the step ran, exceptions that it did not catch among it. */
export type ConsoleLine = { level: "error" | "warning"; text: string; url: string | null; atMs: number };

/** A request of the page that got no answer, an answer of 400 or more, or was refused. */
export type FailedRequest = {
  method: string;
  url: string;
  statusCode: number | null;
  /** In plain words; null where the status says it. */
  error: string | null;
};

export const CONSOLE_LINES_MAX = 50;
export const FAILED_REQUESTS_MAX = 50;

/** The request as it went out at the first hop, secrets masked. */
export type SentRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** At most `STEP_BODY_LENGTH_MAX` characters; null without one. */
  body: string | null;
  isBodyCut: boolean;
};

/** The last hop's answer, secrets masked. */
export type ReceivedResponse = {
  statusCode: number;
  headers: Record<string, string>;
  /** Decoded text, at most `STEP_BODY_LENGTH_MAX` characters; null without one, or where it is no text. */
  body: string | null;
  isBodyCut: boolean;
  bodyBytes: number | null;
  redirects: number;
  ip: string | null;
  tls: TlsFacts | null;
  timings: CheckTimings;
};

export type ExtractedValue = { name: string; value: string | null };

/** Source: decisions.md, section 4. */
export const STEP_BODY_LENGTH_MAX = 65_536;

/** What a runner says about a job. */
export type RunReport = Pick<RunJob, "runId" | "attempt" | "lease" | "targetId" | "location"> & {
  runner: string;
} & (
    | { event: "started"; atMs: number }
    | { event: "finished"; outcome: RunOutcome }
    /** It could not start in time, or no runner is there. */
    | { event: "unstarted" }
  );
