import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import { findChromium } from "../chromium/find-chromium.ts";
import type { SandboxProof } from "../sandbox/prove.ts";
import { SCRIPT_LIMITS } from "../sandbox/script-limits.ts";
import { browserMount } from "./browser-mount.ts";
import { createCompileCache } from "./compile-cache.ts";
import { createGate } from "./gate.ts";
import { findPlaywrightPackages } from "./playwright-packages.ts";
import { runScript, type ScriptEnvironment } from "./run-script.ts";
import type { ScriptContext } from "./script-context.ts";

export type ScriptRunnerOptions = {
  /** `trusted`: the operator has declared all authors trusted (VEDETTE_SCRIPTS=trusted). */
  mode: "sandboxed" | "trusted";
  /** Returns whether the sandbox holds, requested before every untrusted script; see `sandbox-prover.ts`. */
  proof(): Promise<SandboxProof>;
  /** Parent of the folders of single runs; if the runner is root, every user must be able to traverse it. */
  scratchRoot: string;
  /** The path configured by the operator, or null. */
  chromiumPath: string | null;
  /** The folder of Playwright's ffmpeg; null without videos. */
  ffmpegFolder: string | null;
  /** Maximum number of concurrent scripts; further ones wait. */
  runsMax: number;
};

export type Scripts = {
  /** A `ScriptRunner` of journeys. */
  run(spec: JourneyRunSpec, ctx: ScriptContext): Promise<RunOutcome>;
  /** Removes what was cached for later runs. */
  close(): Promise<void>;
};

/**
 * Runs scripts, the journeys written as programs: only in a sandbox that has proved itself. Must never know
 * who wrote a script or where its outcome goes.
 */
export function createScriptRunner(options: ScriptRunnerOptions): Scripts {
  const { mode, scratchRoot } = options;
  const gate = createGate(options.runsMax);
  const cache = createCompileCache(scratchRoot);

  async function findPlace(): Promise<ScriptEnvironment> {
    const found = await findChromium(options.chromiumPath);
    if (found.path === null) throw new RunnerError(found.message);
    const { ffmpegFolder } = options;
    const browser = await browserMount(found.path);
    return {
      mode,
      scratchRoot,
      limits: SCRIPT_LIMITS,
      browser,
      packages: findPlaywrightPackages(),
      ffmpegFolder,
      compileCache: cache.find(),
    };
  }

  async function run(spec: JourneyRunSpec, ctx: ScriptContext): Promise<RunOutcome> {
    if (spec.script === null) throw new Error("a journey without a script was passed to the script runner");
    if (mode === "sandboxed") {
      const proved = await options.proof();
      if (!proved.ok) return unavailable(ctx.clock, proved.reason);
    }
    const named = { ...spec, script: spec.script };
    // Searched in each run, because a browser may be installed at any time.
    const environment = await findPlace();
    if (mode === "sandboxed") cache.warmUp(environment, ctx);
    return await gate(() => runScript(named, ctx, environment), ctx.signal);
  }

  return { run, close: cache.close };
}

function unavailable(clock: Clock, reason: string): RunOutcome {
  const atMs = clock.now();
  const message = `this runner cannot run scripts because its sandbox is not proved: ${reason}`;
  return {
    startedAtMs: atMs,
    finishedAtMs: atMs,
    error: { code: "SCRIPT_SANDBOX_UNAVAILABLE", message, stepIndex: null },
    steps: [],
    artifacts: [],
  };
}
