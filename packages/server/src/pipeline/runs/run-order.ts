import type { RunJob, RunReport, RunSpec } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { ArtifactQuota } from "./artifact-quota.ts";
import type { OpenRunRow } from "./queries.ts";
import { START_WITHIN_MS } from "./run-queue.ts";
import { type RunTarget, specOf } from "./run-targets.ts";

/** What a runner receives for an attempt, or its outcome if its secrets cannot be decrypted. */
type RunOrder = { job: RunJob } | { undecrypted: RunReport };

export type RunOrderDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  artifactQuota: Pick<ArtifactQuota, "leftBytes">;
};

export async function toRunOrder(deps: RunOrderDeps, target: RunTarget, row: OpenRunRow): Promise<RunOrder> {
  const { database, clock, vault } = deps;
  const { id: runId, attempt, lease, target_id: targetId, location, org_id: orgId } = row;
  const named = { runId, attempt, lease, targetId, location };
  const spec = await specOf(target, row, { db: database, vault });
  if (spec === null) return { undecrypted: undecryptedReport(named, clock.now()) };
  await limitFiles(deps, spec, row);
  return { job: { ...named, orgId, startByMs: clock.now() + START_WITHIN_MS, spec } };
}

/** If the organization's quota is used up, the run still produces its result, but no files. */
async function limitFiles(
  { database, artifactQuota, log }: RunOrderDeps,
  spec: RunSpec,
  { id: runId, org_id: orgId }: Pick<OpenRunRow, "id" | "org_id">,
): Promise<void> {
  if (spec.kind !== "journey") return;
  const left = await artifactQuota.leftBytes(database, orgId);
  if (left === null) return;
  spec.filesBytesMax = left;
  if (left === 0) log.warn("runs.artifact_quota_exceeded", { run_id: runId, org_id: orgId });
}

type NamedAttempt = Pick<RunReport, "runId" | "attempt" | "lease" | "targetId" | "location">;

/** The outcome of an attempt whose secrets cannot be decrypted; it was never executed. */
function undecryptedReport(named: NamedAttempt, nowMs: number): RunReport {
  const message = "A variable of this run cannot be decrypted. The reason is in the server's log.";
  const error = { code: "SECRET_UNAVAILABLE", message, stepIndex: null } as const;
  const outcome = { startedAtMs: nowMs, finishedAtMs: nowMs, error, steps: [] };
  return { ...named, runner: "none", event: "finished", outcome };
}
