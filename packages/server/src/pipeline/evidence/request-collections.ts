import type { TargetId } from "@vedette/contract/common/ids.ts";
import {
  EVIDENCE_INTERVAL_SECONDS,
  EVIDENCE_MANUAL_INTERVAL_SECONDS,
} from "@vedette/contract/evidence/bundle-limits.ts";
import { sendJob } from "../../platform/jobs/send-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
import type { StatusChange } from "../results/recording/target-state.ts";
import { type CollectionInput, type CollectionLimits, insertCollections } from "./collection-queries.ts";
import { COLLECTIONS_MAX, STALE_MS } from "./collection-timing.ts";

/**
 * Requests collections of evidence. A collection is a row and a job; collect-due.ts makes it.
 */

/** In an outage of thousands of targets, the evidence of a few is enough, and no organization gets all of them. */
const WAITING_MAX = 60;
const WAITING_OF_ORG_MAX = 20;

/**
 * Requests evidence about targets that went down. Called after the commit of their results, and in a transaction of its
 * own: evidence never delays or endangers a result or an alert. A request that fails is lost.
 */
export class DownRequests {
  readonly #deps: { database: Database; clock: Clock; log: Logger };
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: { database: Database; clock: Clock; log: Logger }) {
    this.#deps = deps;
  }

  request(changes: readonly StatusChange[]): void {
    const down = changes.filter(({ status, kind }) => status === "down" && kind !== "heartbeat");
    if (down.length === 0) return;
    const pending = this.#insert(down).finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  /** Waits for the requests so far. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #insert(changes: readonly StatusChange[]): Promise<void> {
    const { database, clock, log } = this.#deps;
    const nowMs = clock.now();
    const byTarget = new Map(changes.map((change) => [change.targetId, change]));
    const inputs = [...byTarget.values()].map(({ targetId, atMs }) => ({
      ...{ targetId, bundleId: newId(nowMs), changedAt: new Date(atMs) },
    }));
    try {
      await database.transaction((db) =>
        requestCollections(db, inputs, {
          ...{ reason: "down", requestedBy: null },
          limits: limitsAt(nowMs, EVIDENCE_INTERVAL_SECONDS),
        }),
      );
    } catch (error) {
      log.warn("evidence.request_failed", { targets: inputs.length, ...errorFacts(error) });
    }
  }
}

/**
 * Requests evidence about a target on behalf of a user. Returns the id of the bundle, or null if there was a request for
 * the target within the last minute, if too many wait, or if no runner looks at the target.
 */
export async function requestEvidenceNow(
  { db, clock }: { db: Db; clock: Clock },
  { targetId, changedAt, requestedBy }: { targetId: TargetId; changedAt: Date | null; requestedBy: string },
): Promise<string | null> {
  const nowMs = clock.now();
  const input = { targetId, bundleId: newId(nowMs), changedAt };
  const limits = limitsAt(nowMs, EVIDENCE_MANUAL_INTERVAL_SECONDS);
  const [bundleId = null] = await requestCollections(db, [input], { reason: "manual", requestedBy, limits });
  return bundleId;
}

async function requestCollections(
  db: Db,
  inputs: readonly CollectionInput[],
  request: Parameters<typeof insertCollections>[2],
): Promise<string[]> {
  const inserted = await insertCollections(db, inputs, request);
  const jobs = Math.min(inserted.length, COLLECTIONS_MAX);
  for (let job = 0; job < jobs; job++) await sendJob(db, { name: "evidence.collect", data: {} });
  return inserted.map(({ bundle_id: id }) => id);
}

function limitsAt(nowMs: number, intervalSeconds: number): CollectionLimits {
  return {
    now: new Date(nowMs),
    repeatBefore: new Date(nowMs - intervalSeconds * 1_000),
    staleBefore: new Date(nowMs - STALE_MS),
    waitingOfOrgMax: WAITING_OF_ORG_MAX,
    waitingMax: WAITING_MAX,
  };
}
