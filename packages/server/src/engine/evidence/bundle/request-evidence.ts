import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { NotCollectedReason } from "@vedette/contract/evidence/evidence-facts.ts";
import { EVIDENCE_COLLECT_MS } from "@vedette/contract/evidence/evidence-limits.ts";
import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { Queue } from "../../queue/queue.ts";
import { fitCollected } from "./fit-facts.ts";
import { storableFacts } from "./storable-facts.ts";

/** What to collect, and where. */
export type EvidenceRequest = {
  orgId: string;
  /** The work queue of the location: see `workQueueOf`. */
  workQueue: string;
  /** The name of the location in the job. */
  location: string;
  /** The check of the target, with its variables inserted; for a run the request of its failing step. */
  spec: CheckSpec;
  /** Whether the request may be repeated. True for a check; for a step only if its method is safe. */
  sendsRequest: boolean;
  nowMs: number;
};

/** Time to the runner and back, and until it has room. */
const QUEUED_MAX_MS = 10_000;

/** What a runner collected, or why it did not. */
export type CollectionReport =
  | { runner: string; facts: CollectedFacts }
  | { reason: Extract<NotCollectedReason, "no_report" | "old_runner"> };

/**
 * Makes one runner of a location collect evidence. Rejects with SERVICE_UNAVAILABLE if too many requests are waiting.
 */
export async function requestEvidence(
  queue: Pick<Queue, "requestCheck">,
  { orgId, workQueue, location, spec, sendsRequest, nowMs }: EvidenceRequest,
): Promise<CollectionReport> {
  const job = {
    ...{ seriesKey: 0, shard: 0, orgId, location, spec },
    ...{ trigger: "test" as const, slotMs: nowMs, startByMs: nowMs + QUEUED_MAX_MS },
    evidence: { collectMs: EVIDENCE_COLLECT_MS, sendsRequest },
  };
  const report = await queue.requestCheck(workQueue, job, QUEUED_MAX_MS + EVIDENCE_COLLECT_MS);
  if (report === null) return { reason: "no_report" };
  if (report.evidence === undefined) return { reason: report.outcome === null ? "no_report" : "old_runner" };
  return { runner: report.runner, facts: fitCollected(storableFacts(report.evidence)) };
}
