import { EVIDENCE_COLLECT_MS } from "@vedette/contract/evidence/evidence-limits.ts";
import { errorFacts } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { encodeContent } from "./bundle-content.ts";
import { insertBundle } from "./bundle-queries.ts";
import { type CollectDeps, collectBundle } from "./collect-bundle.ts";
import {
  type ClaimedCollection,
  claimCollection,
  finishCollection,
  lockClaims,
  releaseCollection,
} from "./collection-queries.ts";
import {
  COLLECTION_ATTEMPTS_MAX,
  COLLECTIONS_MAX,
  REPORT_GRACE_MS,
  STALE_MS,
  STORE_GRACE_MS,
} from "./collection-timing.ts";

/**
 * Makes the collections that wait, one after the other, until none waits or enough are in progress elsewhere. A bundle is
 * stored in the transaction that ends its collection: a process that is killed leaves none, and another process starts
 * again when the claim has expired.
 */

export type CollectionDeps = Omit<CollectDeps, "db"> & { database: Database };

const CLAIM_MS = EVIDENCE_COLLECT_MS + REPORT_GRACE_MS + STORE_GRACE_MS;

export async function collectDue(deps: CollectionDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  while (!signal.aborted) {
    const claim = await claimNext(deps);
    if (claim === null) return;
    await collectOne(deps, claim, signal);
  }
}

function claimNext({ database, clock }: CollectionDeps): Promise<ClaimedCollection | null> {
  return database.transaction(async (db) => {
    await lockClaims(db);
    const nowMs = clock.now();
    return claimCollection(db, {
      now: new Date(nowMs),
      claimedUntil: new Date(nowMs + CLAIM_MS),
      staleBefore: new Date(nowMs - STALE_MS),
      runningMax: COLLECTIONS_MAX,
      attemptsMax: COLLECTION_ATTEMPTS_MAX,
    });
  });
}

async function collectOne(
  deps: CollectionDeps,
  claim: ClaimedCollection,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log } = deps;
  const startedMs = clock.monotonic();
  const ids = { target_id: claim.target_id, evidence_id: claim.bundle_id };
  const collected = await untilAborted(collectBundle({ ...deps, db: database }, claim), signal).catch(
    (error: unknown) => {
      log.error("evidence.failed", { ...ids, ...errorFacts(error) });
      return null;
    },
  );
  if (collected === "aborted") {
    await releaseCollection(database, claim);
    return;
  }
  const facts = collected && (await encodeContent(collected.content));
  const now = new Date(clock.now());
  const isStored = await database.transaction(async (db) => {
    if (!(await finishCollection(db, claim, now)) || collected === null || facts === null) return false;
    const { target_id, org_id, reason, changed_at, requested_by } = claim;
    const row = { target_id, org_id, reason, changed_at, requested_by, at: now, facts };
    await insertBundle(db, { id: claim.bundle_id, ...row, ...collected.verdict });
    return true;
  });
  if (!isStored || collected === null) return;
  const { layer, scope, certainty } = collected.verdict;
  const durationMs = Math.round(clock.monotonic() - startedMs);
  log.info("evidence.collected", { ...ids, layer, scope, certainty, duration_ms: durationMs });
}

/** Does not wait for the runners when the process stops: they end by themselves. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | "aborted"> {
  const { promise: aborted, resolve } = Promise.withResolvers<"aborted">();
  const abort = () => resolve("aborted");
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
    work.catch(() => undefined);
  }
}
