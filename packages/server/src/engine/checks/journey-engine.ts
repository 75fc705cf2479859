import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import { RunnerError } from "../../platform/net/net-failure.ts";
import { createBrowserPool } from "./browser/chromium/browser-pool.ts";
import type { BrowserIsolation } from "./browser/chromium/browser-sandbox.ts";
import { runJourney } from "./browser/run-journey.ts";
import { type MachineMemory, machineMemory } from "./browser/sandbox/machine-memory.ts";
import type { ProofPlan, SandboxProof } from "./browser/sandbox/prove.ts";
import { createProving } from "./browser/sandbox/sandbox-proof.ts";
import { SCRIPT_LIMITS } from "./browser/sandbox/script-limits.ts";
import { createScriptRunner, type ScriptRunnerOptions } from "./browser/script/create-script-runner.ts";
import type { RunContext } from "./run-context.ts";

/** The engine of journeys: browsers, kept warm, and the sandbox of these and of scripts. It must never know a database. */
export type JourneyEngine = {
  attempt(spec: JourneyRunSpec, ctx: JourneyRunContext): Promise<RunOutcome>;
  /** Whether the sandbox holds here, and why not. */
  proveSandbox(): Promise<SandboxProof>;
  /** How the memory of sandboxes is limited on this machine. */
  memoryLimit(): Promise<MachineMemory>;
  close(): Promise<void>;
};

export type JourneyRunContext = RunContext & { orgId: string };

export type JourneyEngineOptions = Pick<ProofPlan, "hiddenPaths" | "places"> & {
  artifacts: Pick<ArtifactStore, "save" | "read">;
  chromiumPath: string | null;
  /** Folders of browsers and scripts are made in here. */
  workDirectory: string;
  /** Where programs are looked for. */
  searchPath: string;
  /** `required`: without a proved sandbox no journey is run. `preferred`: then Chromium's own has to do. */
  browserSandbox: "required" | "preferred";
  /** Browsers kept at most, one for each organization. */
  browsersMax: number;
  scripts: Pick<ScriptRunnerOptions, "mode" | "runsMax">;
};

export function createJourneyEngine(options: JourneyEngineOptions): JourneyEngine {
  const { artifacts, chromiumPath, workDirectory, searchPath } = options;
  // One for all: within it no two sandboxes have the same user.
  const scratchRoot = `${workDirectory}/sandboxes`;
  const { hiddenPaths, places } = options;
  const proving = createProving({ scratchRoot, limits: SCRIPT_LIMITS, hiddenPaths, places });

  async function walls(): Promise<BrowserIsolation> {
    await proving.sweep();
    const proof = await proving.proof();
    if (proof.ok) return "sandbox";
    if (options.browserSandbox === "preferred") return "own";
    throw new RunnerError(
      `this runner runs no browser, for it could not prove its sandbox: ${proof.reason}; see VEDETTE_BROWSER_SANDBOX`,
    );
  }

  const browsers = createBrowserPool({
    chromiumPath,
    scratchRoot,
    searchPath,
    walls,
    browsersMax: Math.max(options.browsersMax, options.scripts.runsMax),
  });
  const scripts = createScriptRunner({
    ...options.scripts,
    proof: proving.proof,
    scratchRoot,
    chromiumPath,
    // Playwright's own recorder of videos is not there; traces and pictures are kept.
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
