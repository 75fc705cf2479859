import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import type { EgressProxy } from "../../../../platform/net/egress-proxy.ts";
import { createArtifacts } from "../evidence/artifacts.ts";
import { allowsVideo, VIDEO_WITH_SECRETS } from "../evidence/video.ts";
import type { LaunchEnd } from "../sandbox/launch.ts";
import { type Collector, LOG_LENGTH_MAX } from "./collect-results.ts";
import { keepFiles } from "./keep-files.ts";
import type { ScriptContext } from "./script-context.ts";
import { stepsOfScript } from "./steps-of-script.ts";

/** A script that has ended, one way or the other. */
export type FinishedScript = {
  seen: Collector;
  end: LaunchEnd;
  proxy: EgressProxy | null;
  mask: Masker;
  spec: JourneyRunSpec;
  /** Whether the mask hides anything. */
  hasSecrets: boolean;
  hasVideo: boolean;
};

/** Makes the outcome of a run of what came out of its sandbox, and keeps its files. */
export async function outcomeOfScript(
  run: FinishedScript,
  ctx: ScriptContext,
  startedAtMs: number,
): Promise<RunOutcome> {
  const { seen, end, mask } = run;
  const { steps, error, stepOfTest } = stepsOfScript(seen.events, mask);
  const artifacts = createArtifacts(ctx.artifacts, { bytesMax: run.spec.filesBytesMax });
  const { pictures, notes } = await keepFiles(seen.files, {
    artifacts,
    stepOfTest,
    mask,
    hasSecrets: run.hasSecrets,
    allowsVideo: allowsVideo(run.spec),
    ...(ctx.signal && { signal: ctx.signal }),
  });
  for (const step of steps) {
    const key = pictures.get(step.index);
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
    await artifacts.keep(file, Buffer.from(log));
  }
  const fault = artifacts.fault();
  const isComplete = seen.events.some(({ event }) => event === "end");
  return {
    startedAtMs,
    finishedAtMs: ctx.clock.now(),
    error: end.killedFor === null ? (error ?? endError(end, isComplete, mask)) : killError(end, error),
    steps,
    artifacts: artifacts.kept,
    ...(fault !== null && { artifactError: fault }),
  };
}

/** What was printed, and which places the egress policy kept shut: a browser says only that a tunnel failed. */
function logOf({ seen, proxy, mask, spec, hasVideo }: FinishedScript, notes: readonly string[]): string {
  const refusals = [...(proxy?.blocked ?? []), ...(proxy?.failed ?? [])].filter(
    ({ host }) => !OF_THE_BROWSER.test(host),
  );
  const lines = refusals.map(
    ({ host, port, message }) => `[vedette] ${host}:${port} was not reached: ${message}\n`,
  );
  const reason = missingVideo(spec, hasVideo);
  if (reason !== null) lines.push(`[vedette] no video was taken: ${reason}\n`);
  lines.push(...notes.map((note) => `[vedette] ${note}\n`));
  return mask(seen.printed() + lines.join(""), LOG_LENGTH_MAX);
}

function missingVideo(spec: JourneyRunSpec, hasVideo: boolean): string | null {
  if (spec.capture.video === "never") return null;
  if (!allowsVideo(spec)) return VIDEO_WITH_SECRETS;
  return hasVideo ? null : "this runner has no ffmpeg of Playwright's";
}

/** Chromium asks for its own updates, whatever it is told; no script has to do with that. */
const OF_THE_BROWSER = /^(?:update|optimizationguide-pa|content-autofill|safebrowsing)\.googleapis\.com$/;

/** What we ended it for outweighs what its tests said until then; the step where it was is known from them. */
function killError({ killedFor, reason }: LaunchEnd, error: RunOutcome["error"]): RunOutcome["error"] {
  const code = killedFor === "time" ? "TIMEOUT" : "SCRIPT_FAILED";
  return { code, message: `the script was ended: ${reason}`, stepIndex: error?.stepIndex ?? null };
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
