import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import type { EgressProxy } from "../../../../platform/net/egress-proxy.ts";
import { createArtifacts } from "../evidence/artifacts.ts";
import { allowsVideo, VIDEO_WITH_SECRETS } from "../evidence/video.ts";
import type { LaunchEnd } from "../sandbox/launch.ts";
import { type Collector, LOG_LENGTH_MAX } from "./collect-results.ts";
import type { ScriptContext } from "./script-context.ts";
import { buildScriptSteps } from "./script-steps.ts";
import { storeFiles } from "./store-files.ts";

/** A script that has ended, successfully or not. */
export type FinishedScript = {
  results: Collector;
  end: LaunchEnd;
  proxy: EgressProxy | null;
  mask: Masker;
  spec: JourneyRunSpec;
  /** Whether the mask hides anything. */
  hasSecrets: boolean;
  hasVideo: boolean;
};

/** Builds the outcome of a run from the results of its sandbox and stores its files. */
export async function buildScriptOutcome(
  run: FinishedScript,
  ctx: ScriptContext,
  startedAtMs: number,
): Promise<RunOutcome> {
  const { results, end, mask } = run;
  const { steps, error, stepOfTest } = buildScriptSteps(results.events, mask);
  const artifacts = createArtifacts(ctx.artifacts, { bytesMax: run.spec.filesBytesMax });
  const { screenshots, notes } = await storeFiles(results.files, {
    artifacts,
    stepOfTest,
    mask,
    hasSecrets: run.hasSecrets,
    allowsVideo: allowsVideo(run.spec),
    ...(ctx.signal && { signal: ctx.signal }),
  });
  for (const step of steps) {
    const key = screenshots.get(step.index);
    if (key !== undefined) step.screenshot = key;
  }
  const log = logOf(run, notes);
  if (log !== "") {
    const file = {
      kind: "log",
      name: "output.txt",
      contentType: "text/plain; charset=utf-8",
      stepIndex: null,
    } as const;
    await artifacts.store(file, Buffer.from(log));
  }
  const artifactError = artifacts.error();
  const isComplete = results.events.some(({ event }) => event === "end");
  return {
    startedAtMs,
    finishedAtMs: ctx.clock.now(),
    error: end.killedFor === null ? (error ?? endError(end, isComplete, mask)) : killError(end, error),
    steps,
    artifacts: artifacts.stored,
    ...(artifactError !== null && { artifactError }),
  };
}

/**
 * Returns the output, and which destinations the egress policy blocked: a browser says only that a tunnel
 * failed.
 */
function logOf({ results, proxy, mask, spec, hasVideo }: FinishedScript, notes: readonly string[]): string {
  const refusals = [...(proxy?.blocked ?? []), ...(proxy?.failed ?? [])].filter(
    ({ host }) => !OF_THE_BROWSER.test(host),
  );
  const lines = refusals.map(
    ({ host, port, message }) => `[vedette] ${host}:${port} was not reached: ${message}\n`,
  );
  const reason = missingVideo(spec, hasVideo);
  if (reason !== null) lines.push(`[vedette] no video was recorded: ${reason}\n`);
  lines.push(...notes.map((note) => `[vedette] ${note}\n`));
  return mask(results.printed() + lines.join(""), LOG_LENGTH_MAX);
}

function missingVideo(spec: JourneyRunSpec, hasVideo: boolean): string | null {
  if (spec.capture.video === "never") return null;
  if (!allowsVideo(spec)) return VIDEO_WITH_SECRETS;
  return hasVideo ? null : "this runner does not have Playwright's ffmpeg";
}

/** Chromium requests its own updates despite its flags; scripts do not cause these. */
const OF_THE_BROWSER = /^(?:update|optimizationguide-pa|content-autofill|safebrowsing)\.googleapis\.com$/;

/**
 * The reason why the sandbox was killed takes precedence over the tests' errors; the step it was in comes
 * from them.
 */
function killError({ killedFor, reason }: LaunchEnd, error: RunOutcome["error"]): RunOutcome["error"] {
  const code = killedFor === "time" ? "TIMEOUT" : "SCRIPT_FAILED";
  return { code, message: `the script was stopped: ${reason}`, stepIndex: error?.stepIndex ?? null };
}

function endError(end: LaunchEnd, isComplete: boolean, mask: Masker): RunOutcome["error"] {
  if (isComplete) return null;
  const said = end.printed.trim().split("\n").slice(-3).join("\n");
  const words = said === "" ? "" : `: ${mask(said, 500)}`;
  return {
    code: "SCRIPT_FAILED",
    message: `the script ended before its tests did, with ${end.exitCode ?? "a signal"}${words}`,
    stepIndex: null,
  };
}
