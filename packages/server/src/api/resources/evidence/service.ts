import { setTimeout as delay } from "node:timers/promises";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { EvidenceBundle, EvidenceListQuery } from "@vedette/contract/evidence/evidence-bundles.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { decodeContent } from "../../../pipeline/evidence/bundle-content.ts";
import { type BundleRow, findBundle, listBundles } from "../../../pipeline/evidence/bundle-queries.ts";
import { isCollectionOpen } from "../../../pipeline/evidence/collection-queries.ts";
import { requestEvidenceNow } from "../../../pipeline/evidence/request-collections.ts";
import { assertNotUsedUp } from "../../../pipeline/quotas/quotas.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type ExaminedTargetRow, findAlertedFailure, findExaminedTarget } from "./queries.ts";

/** Evidence of failures: reading it, and collecting it on request. */

type ReadContext = { db: Db; orgId: OrgId };

type CollectContext = ReadContext & {
  actor: { name: string };
  clock: Clock;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  inTransaction<T>(work: (ctx: { db: Db; clock: Clock }) => Promise<T>): Promise<T>;
};

/** Pages are sorted by the time of collection, newest first. */
const SORT = "-created_at";
/** How often the database is asked whether a runner has reported. */
const POLL_MS = 500;
/** Collecting takes 20 s at most; the rest is for other collections that are in progress. */
const WAIT_MS = 60_000;
export const COLLECT_HANDLER_TIMEOUT_MS = WAIT_MS + 10_000;

export async function listEvidencePage(
  ctx: ReadContext,
  id: string,
  query: EvidenceListQuery,
): Promise<Page<EvidenceBundle>> {
  const target = await getTarget(ctx, id);
  const { alert_id: alertId } = query;
  const failure = alertId === undefined ? null : await getAlertedFailure(ctx, alertId, target.id);
  const pageQuery = { ...query, sort: SORT } as const;
  const position = readCursorPosition(pageQuery);
  const limit = query.limit + 1;
  const rows = await listBundles(ctx.db, ctx.orgId, { targetId: target.id, failure, position, limit });
  const { data, meta } = pageOf(rows, pageQuery, ({ id: rowId, at }) => ({ id: rowId, at, name: rowId }));
  return { data: await Promise.all(data.map(toBundle)), meta };
}

export async function getEvidence(
  ctx: ReadContext,
  { id, evidenceId }: { id: string; evidenceId: string },
): Promise<EvidenceBundle> {
  const target = await getTarget(ctx, id);
  const row = await findRow(ctx, target, evidenceId);
  if (row === null) throw notFound("evidence");
  return toBundle(row);
}

/** Collects evidence about a target and waits for it. */
export async function collectEvidenceNow(
  ctx: CollectContext,
  { id, availability }: { id: string; availability: OrgRunnerAvailability },
): Promise<EvidenceBundle> {
  const target = await getTarget(ctx, id);
  assertExaminable(target);
  if (target.locations.every((location) => workQueueFor(location, availability) === null)) throw noRunner();
  await assertNotUsedUp(ctx, "check_runs");
  const bundleId = await ctx.inTransaction((inner) =>
    requestEvidenceNow(inner, {
      targetId: target.id,
      changedAt: target.status === "down" ? target.status_since : null,
      requestedBy: ctx.actor.name,
    }),
  );
  if (bundleId === null) throw tooSoon();
  const deadlineMs = ctx.clock.monotonic() + WAIT_MS;
  while (ctx.clock.monotonic() < deadlineMs && !ctx.signal.aborted) {
    const isOpen = await isCollectionOpen(ctx.db, ctx.orgId, bundleId);
    const row = await findRow(ctx, target, bundleId);
    if (row !== null) return toBundle(row);
    if (!isOpen) break;
    await delay(POLL_MS, undefined, { signal: ctx.signal }).catch(() => undefined);
  }
  throw noRunner();
}

/** Throws not-found for a target of another organization. */
async function getTarget({ db, orgId }: ReadContext, id: string): Promise<ExaminedTargetRow> {
  const row = UUID_PATTERN.test(id) ? await findExaminedTarget(db, orgId, id) : null;
  if (row === null) throw notFound("target");
  return row;
}

async function getAlertedFailure({ db, orgId }: ReadContext, alertId: string, targetId: string) {
  const failure = UUID_PATTERN.test(alertId)
    ? await findAlertedFailure(db, orgId, { alertId, targetId })
    : null;
  if (failure === null) throw notFound("alert");
  return failure;
}

function findRow(
  { db, orgId }: ReadContext,
  { id: targetId }: ExaminedTargetRow,
  id: string,
): Promise<BundleRow | null> {
  return UUID_PATTERN.test(id) ? findBundle(db, orgId, { targetId, id }) : Promise.resolve(null);
}

function assertExaminable({ kind, type }: ExaminedTargetRow): void {
  if (kind !== "heartbeat" && !isComputed(type)) return;
  const what = kind === "heartbeat" ? "A heartbeat" : `A monitor of type '${type}'`;
  throw new AppError("BAD_REQUEST", `${what} has no evidence: no runner connects to it.`);
}

const RETRY_AFTER_SECONDS = 30;

function noRunner(): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "No evidence was collected in time. Make sure that a runner of the target's locations is online, then try again.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function tooSoon(): AppError {
  return new AppError(
    "TOO_MANY_REQUESTS",
    "Evidence of this target was requested within the last minute, or too many requests are waiting. Try again in a minute.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

async function toBundle({ facts: content, ...row }: BundleRow): Promise<EvidenceBundle> {
  const { facts, locations, run } = await decodeContent(content);
  const { layer, scope, certainty, summary } = row;
  return {
    ...{ id: row.id, target_id: row.target_id, at: row.at.toISOString(), reason: row.reason },
    ...{ changed_at: row.changed_at?.toISOString() ?? null, requested_by: row.requested_by },
    ...{ verdict: { layer, scope, certainty, summary }, facts, locations, run },
  };
}
