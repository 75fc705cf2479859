import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import { createBrowserIsolation, type SandboxRequirement } from "./browser/chromium/browser-isolation.ts";
import { BrowserPool } from "./browser/chromium/browser-pool.ts";
import type { JourneyContext } from "./browser/journey-context.ts";
import { runJourney } from "./browser/run-journey.ts";
import { type MachineMemory, machineMemory } from "./browser/sandbox/machine-memory.ts";
import type { ProofPlan, SandboxProof } from "./browser/sandbox/prove.ts";
import { createSandboxProver } from "./browser/sandbox/sandbox-prover.ts";
import { SCRIPT_LIMITS } from "./browser/sandbox/script-limits.ts";
import { createScriptRunner, type ScriptRunnerOptions } from "./browser/script/create-script-runner.ts";

/**
 * The engine of journeys: a pool of browsers, and the sandbox for browsers and scripts. It must never know a
 * database.
 */
export type JourneyEngine = {
  attempt(spec: JourneyRunSpec, ctx: JourneyRunContext): Promise<RunOutcome>;
  /** Returns whether the sandbox works on this machine, and if not, why. */
  proveSandbox(): Promise<SandboxProof>;
  /** Returns how the memory of sandboxes is limited on this machine. */
  memoryLimit(): Promise<MachineMemory>;
  close(): Promise<void>;
};

export type JourneyRunContext = Omit<JourneyContext, "browsers" | "artifacts" | "scripts">;

export type JourneyEngineOptions = Pick<ProofPlan, "hiddenPaths" | "destinations"> & {
  artifacts: Pick<ArtifactStore, "save" | "read">;
  chromiumPath: string | null;
  /** Parent of the working folders of browsers and scripts. */
  workDirectory: string;
  /** Where executables are searched. */
  searchPath: string;
  browserSandbox: SandboxRequirement;
  /** Maximum number of pooled browsers, one per organization. */
  browsersMax: number;
  scripts: Pick<ScriptRunnerOptions, "mode" | "runsMax">;
};

export function createJourneyEngine(options: JourneyEngineOptions): JourneyEngine {
  const { artifacts, chromiumPath, workDirectory, searchPath } = options;
  // Shared, because no two sandboxes within it have the same user.
  const scratchRoot = `${workDirectory}/sandboxes`;
  const { hiddenPaths, destinations } = options;
  const proving = createSandboxProver({
    scratchRoot,
    limits: SCRIPT_LIMITS,
    hiddenPaths,
    destinations,
  });

  const browsers = new BrowserPool({
    chromiumPath,
    scratchRoot,
    searchPath,
    isolation: createBrowserIsolation(proving, options.browserSandbox),
    browsersMax: Math.max(options.browsersMax, options.scripts.runsMax),
  });
  const scripts = createScriptRunner({
    ...options.scripts,
    proof: proving.proof,
    scratchRoot,
    chromiumPath,
    // Playwright's own video recorder is unavailable; traces and screenshots work.
    ffmpegFolder: null,
  });
  return {
    async attempt(spec, ctx) {
      await proving.sweep();
      return runJourney(spec, { ...ctx, browsers, artifacts, scripts: scripts.run });
    },
    proveSandbox: proving.proof,
    memoryLimit: machineMemory,
    async close() {
      await Promise.all([browsers.close(), scripts.close()]);
    },
  };
}
