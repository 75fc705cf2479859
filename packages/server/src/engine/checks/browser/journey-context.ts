import type { JourneyRunSpec, RunOutcome, StepProgress } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { RunContext } from "../run-context.ts";
import type { BrowserPool } from "./chromium/browser-pool.ts";

/** The context of one attempt of a journey. */
export type JourneyContext = RunContext & {
  browsers: BrowserPool;
  /** The owner of the run: its browser is not shared with other organizations. */
  orgId: string;
  artifacts: Pick<ArtifactStore, "save" | "read">;
  /** Receives each step as it starts and ends. Every text in it is masked. */
  onStep?: (step: StepProgress) => void;
  /** Null on a runner without a proved sandbox. */
  scripts: ScriptRunner | null;
};

/** Runs a journey's script in the sandbox. Like `runJourney`, it rejects only for internal errors. */
export type ScriptRunner = (spec: JourneyRunSpec, ctx: JourneyContext) => Promise<RunOutcome>;
