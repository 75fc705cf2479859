import { EVIDENCE_DAYS } from "@vedette/contract/evidence/bundle-limits.ts";
import type { JobHandlers } from "../../platform/jobs/job-definitions.ts";
import { deleteBundlesBefore } from "./bundle-queries.ts";
import { type CollectionDeps, collectDue } from "./collect-due.ts";
import { deleteCollectionsBefore } from "./collection-queries.ts";

const DAY_MS = 86_400_000;
/** Rows per statement, which keeps its locks short. */
const BATCH = 500;

export type EvidenceJob = "evidence.collect" | "evidence.overdue" | "evidence.retention";

/** The background work of evidence. */
export function evidenceJobs(deps: CollectionDeps): Pick<JobHandlers, EvidenceJob> {
  return {
    "evidence.collect": (run) => collectDue(deps, run),
    "evidence.overdue": (run) => collectDue(deps, run),
    "evidence.retention": (run) => dropOldEvidence(deps, run),
  };
}

/** Deletes bundles past their retention, and collections that no longer limit others. */
async function dropOldEvidence(
  { database, clock }: Pick<CollectionDeps, "database" | "clock">,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const oldest = new Date(clock.now() - EVIDENCE_DAYS * DAY_MS);
  while (!signal.aborted && (await deleteBundlesBefore(database, oldest, BATCH)) >= BATCH);
  const yesterday = new Date(clock.now() - DAY_MS);
  while (!signal.aborted && (await deleteCollectionsBefore(database, yesterday, BATCH)) >= BATCH);
}
