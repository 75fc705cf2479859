import type { Extraction } from "../api-monitors/extractions.ts";
import type { Assertion } from "../assertions/assertions.ts";
import type { AssertionOutcome, CheckTimings, TlsFacts } from "../checks/check-run.ts";
import type { HttpAuth } from "../checks/http-auth.ts";
import type { JourneyStep } from "../journeys/journey-steps.ts";
import type { ArtifactKind } from "./artifacts.ts";
import type { RunErrorCode } from "./run-errors.ts";

/**
 * Messages between the components that start runs, the queue, the runners and the recorder of runs. Instants are epoch
 * milliseconds and durations are named by their unit: both are exact in JSON.
 */

export const RUN_KINDS = ["api_monitor", "journey"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** One attempt of a run at a location. */
export type RunJob = {
  runId: string;
  /** Starts at 1. */
  attempt: number;
  /**
   * Number of times this run was assigned, from 1; a report of an older lease is ignored. Negative for a test run, which
   * is reported only to its caller and not stored; see `Queue.requestRun`.
   */
  lease: number;
  orgId: string;
  /** The API monitor or journey. */
  targetId: string;
  location: string;
  /** An attempt that cannot start by then is returned as `unstarted`; epoch milliseconds. */
  startByMs: number;
  spec: RunSpec;
};

export type RunSpec = ApiRunSpec | JourneyRunSpec;

type CommonRunSpec = {
  /** Timeout of the whole attempt. */
  timeoutMs: number;
  /** Values of `{{NAME}}` references; those of the target take precedence. Contains only referenced names. */
  values: Readonly<Record<string, string>>;
  /** Names of `values` that are secrets: masked in everything that the attempt reports. */
  secretNames: readonly string[];
};

/** Texts still contain `{{…}}`: an earlier step may extract a value. */
export type ApiRunSpec = CommonRunSpec & { kind: "api_monitor"; steps: readonly ApiStepSpec[] };

/** The content of a journey: declarative steps or a script. Without either, the outcome is `NO_STEPS`. */
export type JourneyRunSpec = CommonRunSpec & {
  kind: "journey";
  steps: readonly JourneyStep[] | null;
  script: string | null;
  viewport: { width: number; height: number } | null;
  /** A Playwright device name; `viewport` takes precedence over the viewport of the device. */
  device: string | null;
  /** Replaces the origin of the journey's first URL everywhere; also the base of relative URLs. */
  baseUrl: string | null;
  /** `video_with_secrets` is absent in definitions stored before it existed, which means false. */
  capture: { trace: CaptureWhen; video: CaptureWhen; video_with_secrets?: boolean };
  /** Keys of baseline images, by label. */
  baselines: Readonly<Record<string, string>>;
  /** Limit for all files of this attempt in bytes; absent if the organization has no quota. */
  filesBytesMax?: number;
  /** Whether the outcome has the elements of the last page; only for test runs. */
  listsElements?: boolean;
};

export const CAPTURE_WHEN = ["on_failure", "always", "never"] as const;
export type CaptureWhen = (typeof CAPTURE_WHEN)[number];

export type ApiStepSpec = {
  name: string;
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** A string is sent as is; any other JSON value as JSON, with a content type unless one is set. */
  body: unknown;
  auth: HttpAuth | null;
  timeoutMs: number;
  followRedirects: boolean;
  verifyTls: boolean;
  assertions: readonly Assertion[];
  extract: readonly Extraction[];
  continueOnFailure: boolean;
  /** Runs even after a failed step ended the run. */
  alwaysRun: boolean;
};

export type RunError = {
  code: RunErrorCode;
  message: string;
  /** Index of the step that failed; null if the failure is not in a step. */
  stepIndex: number | null;
};

/** The outcome of an attempt. A target that fails is a value of this type, never an exception. */
export type RunOutcome = {
  startedAtMs: number;
  finishedAtMs: number;
  /** The first failure; null if the attempt passed. */
  error: RunError | null;
  /** Every step of the definition, in order; steps that were not reached are `skipped`. */
  steps: StepOutcome[];
  /** Only for journeys, like the next two fields. */
  artifacts?: ProducedArtifact[];
  webVitals?: WebVitals;
  /** The largest difference of its compared screenshots; null if none was compared. */
  visualDiffPercent?: number | null;
  /** Why screenshots, a trace or a video are missing, as a sentence. */
  artifactError?: string;
  /** The page after the last step, if the specification asks for it and the page responds. */
  lastPage?: LastPage;
};

/** What a page showed in its viewport, for selecting an element. Lengths are CSS pixels. */
export type LastPage = {
  /** Index of the last step that ran. */
  stepIndex: number;
  screenshot: ArtifactRef;
  width: number;
  height: number;
  /** At most `PAGE_ELEMENTS_MAX`, in the order of the page. */
  elements: PageElement[];
};

export type PageElement = {
  /** Matches exactly this element. */
  selector: string;
  /** Its ARIA role. */
  role: string;
  /** Its accessible name or text; may be empty. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
};

export const PAGE_ELEMENTS_MAX = 200;
export const PAGE_ELEMENT_TEXT_MAX = 200;

/** The key of an artifact in the artifact store. */
export type ArtifactRef = string;

export type ProducedArtifact = {
  key: ArtifactRef;
  kind: ArtifactKind;
  /** File name. */
  name: string;
  contentType: string;
  bytes: number;
  stepIndex: number | null;
  /** Label of a compared screenshot. */
  label?: string;
};

/** The worst value of each metric over the pages that the journey opened; null if no page reported it. */
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
  /** `request` for a step of an API monitor, otherwise the action of the journey step. */
  action: string;
  status: "passed" | "failed" | "skipped";
  startedAtMs: number | null;
  durationMs: number | null;
  error: { code: RunErrorCode; message: string } | null;
  /** The final URL after redirects, or the URL of the page. */
  url: string | null;
  request: SentRequest | null;
  response: ReceivedResponse | null;
  assertions: AssertionOutcome[];
  extracted: ExtractedValue[];
  /** Only for journeys, like the next fields. */
  screenshot?: ArtifactRef;
  visualDiff?: VisualDiff;
  /** At most `CONSOLE_LINES_MAX`. */
  console?: ConsoleLine[];
  /** At most `FAILED_REQUESTS_MAX`. */
  failedRequests?: FailedRequest[];
  /** Of the first step of the attempt that failed. */
  dom?: PageDom;
};

/** The elements of a page when a step had failed, as indented HTML without scripts; secrets are masked. */
export type PageDom = { html: string; isCut: boolean };

/** Characters of `PageDom.html`. */
export const PAGE_DOM_LENGTH_MAX = 65_536;

/** A step of a test run that has started or ended; its texts are masked. */
export type StepProgress = Pick<
  StepOutcome,
  "index" | "name" | "action" | "startedAtMs" | "durationMs" | "error" | "screenshot"
> & { status: StepOutcome["status"] | "running" };

/** A runner's message about a step of a test run in progress. The lease names the request; see `RunJob`. */
export type RunProgress = Pick<RunJob, "runId" | "lease"> & { step: StepProgress };

export type VisualDiff = {
  label: string;
  baseline: ArtifactRef;
  actual: ArtifactRef;
  /** Null if nothing differs. */
  diff: ArtifactRef | null;
  /** Percentage of differing pixels, ignoring anti-aliasing. */
  percent: number;
  /** A larger difference fails the step; null if it is only recorded. Absent in older results. */
  thresholdPercent?: number | null;
};

/** A line that the page wrote to its console during the step, including uncaught exceptions. */
export type ConsoleLine = { level: "error" | "warning"; text: string; url: string | null; atMs: number };

/** A request of the page that was blocked, got no response, or a status of 400 or above. */
export type FailedRequest = {
  method: string;
  url: string;
  statusCode: number | null;
  /** A sentence; null if the status explains the failure. */
  error: string | null;
};

export const CONSOLE_LINES_MAX = 50;
export const FAILED_REQUESTS_MAX = 50;

/** The request as sent at the first hop, secrets masked. */
export type SentRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** At most `STEP_BODY_LENGTH_MAX` characters; null if there is no body. */
  body: string | null;
  isBodyCut: boolean;
};

/** The response of the last hop, secrets masked. */
export type ReceivedResponse = {
  statusCode: number;
  headers: Record<string, string>;
  /** Decoded text, at most `STEP_BODY_LENGTH_MAX` characters; null if there is no body or it is not text. */
  body: string | null;
  isBodyCut: boolean;
  bodyBytes: number | null;
  redirects: number;
  ip: string | null;
  tls: TlsFacts | null;
  timings: CheckTimings;
};

export type ExtractedValue = { name: string; value: string | null };

/** Maximum length of a recorded body, in characters. */
export const STEP_BODY_LENGTH_MAX = 65_536;

/** A runner's report about a job. */
export type RunReport = Pick<RunJob, "runId" | "attempt" | "lease" | "targetId" | "location"> & {
  runner: string;
} & (
    | { event: "started"; atMs: number }
    | { event: "finished"; outcome: RunOutcome }
    /** The attempt could not start in time, or no runner is available. */
    | { event: "unstarted" }
  );
