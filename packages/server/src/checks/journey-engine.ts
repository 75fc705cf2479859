import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/run-job.ts";
import type { ArtifactStore } from "../artifacts/artifact-store.ts";
import type { Clock } from "../kernel/clock.ts";
import { runJourney } from "./browser/run-journey.ts";
import { createScriptRunner, type ScriptRunnerOptions } from "./browser/script/create-script-runner.ts";
import { createWarmBrowser } from "./browser/warm-browser.ts";
import type { RunContext } from "./run-context.ts";

/** The engine of journeys: one browser, kept warm, and the sandbox of scripts. It must never know a database. */
export type JourneyEngine = {
  attempt(spec: JourneyRunSpec, ctx: RunContext): Promise<RunOutcome>;
  /** Whether scripts are run here, and why not. */
  proveScripts(): ReturnType<ReturnType<typeof createScriptRunner>["proof"]>;
  close(): Promise<void>;
};

export type JourneyEngineOptions = {
  clock: Clock;
  artifacts: Pick<ArtifactStore, "save" | "read">;
  chromiumPath: string | null;
  /** Folders of browsers and scripts are made in here. */
  workDirectory: string;
  /** Where programs are looked for. */
  searchPath: string;
  scripts: Pick<ScriptRunnerOptions, "mode" | "runsMax" | "hiddenPaths" | "places">;
};

export function createJourneyEngine(options: JourneyEngineOptions): JourneyEngine {
  const { clock, artifacts, chromiumPath, workDirectory, searchPath } = options;
  const browser = createWarmBrowser({
    chromiumPath,
    folder: `${workDirectory}/browsers`,
    isRoot: process.getuid?.() === 0,
    searchPath,
    clock,
  });
  const scripts = createScriptRunner({
    ...options.scripts,
    scratchRoot: `${workDirectory}/scripts`,
    chromiumPath,
    // Playwright's own recorder of videos is not there; traces and pictures are kept.
    ffmpegFolder: null,
  });
  return {
    attempt: (spec, ctx) => runJourney(spec, { ...ctx, browser, artifacts, scripts: scripts.run }),
    proveScripts: scripts.proof,
    async close() {
      await Promise.all([browser.close(), scripts.close()]);
    },
  };
}
