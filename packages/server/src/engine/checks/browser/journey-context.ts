import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { RunContext } from "../run-context.ts";
import type { BrowserPool } from "./chromium/browser-pool.ts";

/** What one attempt of a journey works with. */
export type JourneyContext = RunContext & {
  browsers: BrowserPool;
  /** Whose run it is: its browser is shared with no other organization. */
  orgId: string;
  artifacts: Pick<ArtifactStore, "save" | "read">;
  /** Null on a runner that cannot prove its sandbox. */
  scripts: ScriptRunner | null;
};

/** Runs a journey's script in the sandbox; as `runJourney` does, it rejects only for trouble of our own. */
export type ScriptRunner = (spec: JourneyRunSpec, ctx: JourneyContext) => Promise<RunOutcome>;
