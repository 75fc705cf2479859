import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
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

/**
 * Makes one runner of a location collect evidence. Returns null if there is no runner, if it is of a version that does not
 * collect, or if it does not report in time. Rejects with SERVICE_UNAVAILABLE if too many requests are waiting.
 */
export async function requestEvidence(
  queue: Pick<Queue, "requestCheck">,
  { orgId, workQueue, location, spec, sendsRequest, nowMs }: EvidenceRequest,
): Promise<{ runner: string; facts: CollectedFacts } | null> {
  const job = {
    ...{ seriesKey: 0, shard: 0, orgId, location, spec },
    ...{ trigger: "test" as const, slotMs: nowMs, startByMs: nowMs + QUEUED_MAX_MS },
    evidence: { collectMs: EVIDENCE_COLLECT_MS, sendsRequest },
  };
  const report = await queue.requestCheck(workQueue, job, QUEUED_MAX_MS + EVIDENCE_COLLECT_MS);
  if (report?.evidence === undefined) return null;
  return { runner: report.runner, facts: fitCollected(storableFacts(report.evidence)) };
}
