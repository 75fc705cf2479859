import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import { VIEWPORT_DEFAULT } from "@vedette/contract/journeys/journeys.ts";
import type {
  CaptureWhen,
  JourneyRunSpec,
  RunError,
  RunOutcome,
  StepOutcome,
  WebVitals,
} from "@vedette/contract/runs/run-job.ts";
import type { BrowserContextOptions } from "playwright-core";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { createRunValues } from "../api/run-values.ts";
import { type AttemptShow, createShow } from "../api/show-text.ts";
import type { Show } from "../show.ts";
import { skippedStep } from "../skipped-step.ts";
import { openProxiedContext, type ProxiedContext } from "./chromium/proxied-context.ts";
import { type Artifacts, createArtifacts } from "./evidence/artifacts.ts";
import { encodeVideo } from "./evidence/encode-video.ts";
import { describeLastPage } from "./evidence/last-page.ts";
import { PageLog } from "./evidence/page-log.ts";
import { startTrace, stopTrace, storeTrace } from "./evidence/trace.ts";
import {
  allowsVideo,
  type Recording,
  startRecording,
  VIDEO_WITH_SECRETS,
  type VideoFrame,
} from "./evidence/video.ts";
import { measureVitals } from "./evidence/web-vitals.ts";
import type { JourneyContext } from "./journey-context.ts";
import { type OpenPages, watchPages } from "./open-pages.ts";
import { runSteps } from "./run-steps.ts";
import { type RunTimer, startTimer } from "./run-timer.ts";
import { createSecretFields } from "./secret-fields.ts";
import { seconds } from "./step-failure.ts";
import type { JourneyAttempt } from "./step-scope.ts";
import { fillText } from "./step-values.ts";
import { createUrlResolver } from "./url-resolver.ts";
import { withTimeout } from "./with-timeout.ts";

/**
 * Runs one attempt of a journey: declarative steps in sequence, in a fresh context of the organization's
 * browser, which reaches the network only through the egress policy. It must never know a database, a
 * schedule or the owner of the run.
 *
 * The target's behavior is an outcome. A rejection is either a RunnerError or the signal's reason; then
 * the attempt does not count.
 */
export async function runJourney(spec: JourneyRunSpec, ctx: JourneyContext): Promise<RunOutcome> {
  ctx.signal?.throwIfAborted();
  if (spec.script !== null) return runScript(spec, ctx);
  const startedAtMs = ctx.clock.now();
  const steps = spec.steps ?? [];
  const error = steps.length === 0 ? NO_STEPS : null;
  const options = error ?? (await contextOptions(spec));
  if ("code" in options) return failImmediately(options, { startedAtMs, steps, show: createShow(spec) });
  const opened = await openProxiedContext(ctx, options);
  const end = () => void opened.end().catch(() => null);
  ctx.signal?.addEventListener("abort", end, { once: true });
  try {
    return await runInContext(spec, ctx, opened);
  } catch (error) {
    ctx.signal?.throwIfAborted();
    throw error;
  } finally {
    ctx.signal?.removeEventListener("abort", end);
    await opened.end();
  }
}

/** A page opens within 150 ms; a machine that is short of memory takes longer. */
const PREPARE_MS_MAX = 15_000;

type ImmediateFailure = Pick<RunError, "code" | "message">;
const NO_STEPS: ImmediateFailure = {
  code: "NO_STEPS",
  message: "the journey has neither steps nor a script",
};

async function runScript(spec: JourneyRunSpec, ctx: JourneyContext): Promise<RunOutcome> {
  if (ctx.scripts !== null) return ctx.scripts(spec, ctx);
  const message = "this runner cannot prove its sandbox, so it runs no scripts; see its startup log";
  const error: ImmediateFailure = { code: "SCRIPT_SANDBOX_UNAVAILABLE", message };
  return failImmediately(error, { startedAtMs: ctx.clock.now(), steps: [], show: createShow(spec) });
}

type AttemptStart = { startedAtMs: number; steps: readonly JourneyStep[]; show: Show };

function failImmediately(
  { code, message }: ImmediateFailure,
  { startedAtMs, steps, show }: AttemptStart,
): RunOutcome {
  return {
    startedAtMs,
    finishedAtMs: startedAtMs,
    error: { code, message, stepIndex: null },
    steps: steps.map((step, index) => skippedStep({ index, name: show(step.name), action: step.action })),
  };
}

async function contextOptions({
  device,
  viewport,
}: JourneyRunSpec): Promise<BrowserContextOptions | ImmediateFailure> {
  const { devices } = await import("playwright-core");
  const own = viewport && { viewport, screen: viewport };
  const common = { acceptDownloads: false, ...(own ?? {}) };
  if (device === null) return { viewport: VIEWPORT_DEFAULT, ...common };
  const known = Object.hasOwn(devices, device) ? devices[device] : undefined;
  if (known === undefined) {
    return { code: "INVALID_REQUEST", message: `Playwright's list has no device '${device}'` };
  }
  const { defaultBrowserType: _, ...options } = known;
  return { ...options, ...common };
}

async function runInContext(
  spec: JourneyRunSpec,
  ctx: JourneyContext,
  opened: ProxiedContext,
): Promise<RunOutcome> {
  const timer = startTimer(spec, ctx);
  const { lease } = opened;
  try {
    const show = createShow(withToken(spec, opened.token));
    const artifacts = createArtifacts(ctx.artifacts, { bytesMax: spec.filesBytesMax });
    const { pages, vitals, recording } = await prepare(spec, opened, timer);
    const attempt = createAttempt(spec, ctx, { opened, pages, show, artifacts });
    const log = new PageLog(lease.context, {
      clock: ctx.clock,
      hide: show,
      refusalOf: (url) => attempt.blockReasonOf(url)?.message ?? null,
    });
    const steps = await runSteps(spec, attempt, { timer, log, pages, isAlive: lease.isAlive });
    ctx.signal?.throwIfAborted();
    const error = firstError(steps);
    const finishedAtMs = timer.nowMs();
    const lastPage =
      spec.listsElements && lease.isAlive() ? await describeLastPage(steps, attempt, timer) : null;
    const tracePath = wants(spec.capture.trace, error) ? await stopTrace(lease, timer) : null;
    if (recording === null && wants(spec.capture.video, error))
      artifacts.recordMissing(VIDEO.name, VIDEO_WITH_SECRETS);
    const frames = recording && wants(spec.capture.video, error) ? recording.end() : [];
    await opened.lease.release();
    if (frames.length > 0) await storeVideo(frames, ctx, artifacts);
    if (tracePath !== null)
      await storeTrace(tracePath, artifacts, { show, hasSecrets: spec.secretNames.length > 0 });
    const artifactError = artifacts.error();
    return {
      startedAtMs: timer.startedAtMs,
      finishedAtMs,
      error,
      steps,
      artifacts: artifacts.stored,
      webVitals: vitals(),
      visualDiffPercent: worstDiff(steps),
      ...(artifactError !== null && { artifactError }),
      ...(lastPage && { lastPage }),
    };
  } finally {
    timer.stop();
  }
}

type Prepared = { pages: OpenPages; vitals: () => WebVitals; recording: Recording | null };

/** Prepares all that a run needs before its first step. A failure here is an internal error. */
async function prepare(
  spec: JourneyRunSpec,
  { lease, authenticate }: ProxiedContext,
  timer: RunTimer,
): Promise<Prepared> {
  async function all(): Promise<Prepared> {
    const vitals = await measureVitals(lease.context);
    const pages = await watchPages(lease.browser, lease.context);
    await authenticate(pages.newest());
    const { capture, secretNames } = spec;
    if (capture.trace !== "never") await startTrace(lease, secretNames.length > 0);
    const isRecorded = capture.video !== "never" && allowsVideo(spec);
    const recording = !isRecorded ? null : await startRecording(lease.context, timer.nowMs);
    return { pages, vitals, recording: recording };
  }
  try {
    const prepared = await withTimeout(PREPARE_MS_MAX, all());
    if (prepared !== null) return prepared;
  } catch (cause) {
    throw new RunnerError("the browser did not open a page", { cause });
  }
  throw new RunnerError(`the browser did not open a page within ${seconds(PREPARE_MS_MAX)}`);
}

function wants(when: CaptureWhen, error: RunError | null): boolean {
  return when === "always" || (when === "on_failure" && error !== null);
}

async function storeVideo(
  frames: readonly VideoFrame[],
  { browsers, orgId }: JourneyContext,
  artifacts: Artifacts,
): Promise<void> {
  const video = await encodeVideo((options) => browsers.lease(orgId, options, null), frames);
  if (video === null) artifacts.recordMissing(VIDEO.name, "the browser did not encode it");
  else await artifacts.store(VIDEO, video);
}

const VIDEO = { kind: "video", name: "video.webm", contentType: "video/webm", stepIndex: null } as const;

/** The proxy's password is valid for one run only, but still must not be stored. */
function withToken(
  spec: JourneyRunSpec,
  token: string | null,
): Pick<JourneyRunSpec, "values" | "secretNames"> {
  if (token === null) return spec;
  const name = "$proxy";
  const values = { ...spec.values, [name]: token, [`${name}64`]: `vedette:${token}` };
  return { values, secretNames: [...spec.secretNames, name, `${name}64`] };
}

type Parts = { opened: ProxiedContext; pages: OpenPages; show: AttemptShow; artifacts: Artifacts };

function createAttempt(
  spec: JourneyRunSpec,
  ctx: JourneyContext,
  { opened, pages, show, artifacts }: Parts,
): JourneyAttempt {
  const values = createRunValues(spec, ctx.clock);
  const fill = (text: string) => fillText(text, values);
  const addresses = createUrlResolver(spec.steps ?? [], { baseUrl: spec.baseUrl, fill });
  const secrets = spec.secretNames.map((name) => spec.values[name] ?? "");
  return {
    ctx,
    newestPage: pages.newest,
    values,
    show,
    secretFields: createSecretFields(secrets),
    artifacts,
    baseUrl: spec.baseUrl,
    baselines: spec.baselines,
    secretNames: spec.secretNames,
    resolveUrl: (text) => addresses.resolve(text, pages.newest().url()),
    blockReasonOf: (url) => findBlockReason(opened, url),
  };
}

/** Returns why the proxy blocked a destination, by host and port as it was requested. */
function findBlockReason(
  { proxy }: ProxiedContext,
  text: string,
): ReturnType<JourneyAttempt["blockReasonOf"]> {
  const url = URL.parse(text);
  if (url === null) return null;
  const port = Number(url.port || (url.protocol === "https:" || url.protocol === "wss:" ? 443 : 80));
  const isRequested = (destination: { host: string; port: number }) =>
    destination.host === url.hostname && destination.port === port;
  const blocked = proxy.blocked.find(isRequested);
  if (blocked) return { code: "ADDRESS_BLOCKED", message: blocked.message };
  const failed = proxy.failed.find(isRequested);
  return failed ? { code: "NAVIGATION_FAILED", message: failed.message } : null;
}

function firstError(steps: readonly StepOutcome[]): RunError | null {
  for (const { error, index } of steps) if (error !== null) return { ...error, stepIndex: index };
  return null;
}

function worstDiff(steps: readonly StepOutcome[]): number | null {
  const percents = steps.flatMap(({ visualDiff }) => (visualDiff ? [visualDiff.percent] : []));
  return percents.length === 0 ? null : Math.max(...percents);
}
