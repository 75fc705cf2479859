import type { RunOutcome, RunSpec } from "@vedette/contract/runs/run-job.ts";
import { runApi } from "./api/run-api.ts";
import type { RunAttempt, RunContext } from "./run-context.ts";

const RUN_ATTEMPT: { [Kind in RunSpec["kind"]]?: RunAttempt<Extract<RunSpec, { kind: Kind }>> } = {
  api_monitor: runApi,
};

/** The engine of runs: takes the spec of a run and returns the outcome of one attempt. */
export async function runAttempt(spec: RunSpec, ctx: RunContext): Promise<RunOutcome> {
  const run = RUN_ATTEMPT[spec.kind] as RunAttempt<RunSpec> | undefined;
  if (!run) throw new Error(`this runner does not support ${spec.kind}`);
  return run(spec, ctx);
}
