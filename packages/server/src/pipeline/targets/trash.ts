import { type OrgId, type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { badFields, notFound } from "../../platform/kernel/errors.ts";
import { lockNamedOrMissing, rememberNamed } from "../../platform/secrets/named-variables.ts";
import type { Database } from "../../platform/storage/database.ts";
import { audit } from "../audit/audit.ts";
import { assertRoomFor } from "../quotas/quotas.ts";
import type { TargetContext } from "./lifecycle.ts";
import { notifyTargetChanged } from "./queries.ts";
import { insertStatusChange, resetLocations } from "./series-queries.ts";
import { stateAfterUpdate } from "./state.ts";
import type { TargetFields, TargetRow } from "./target-row.ts";
import type { TargetType } from "./target-type.ts";
import * as rows from "./trash-queries.ts";

/**
 * The trash: a deleted target keeps its definition, results and the rules that name it until it is purged. It is not
 * checked, and nothing else sees it.
 */

const DAY_MS = 86_400_000;
const PURGE_BATCH = 100;

/** Restores a target with its results. It is checked again if it was when it was deleted. */
export async function restoreTarget<Fields extends TargetFields, Create, Update>(
  ctx: TargetContext,
  type: TargetType<Fields, Create, Update>,
  id: TargetId,
): Promise<void> {
  const { db, orgId, clock } = ctx;
  const seen = await rows.findTrashedRow<Fields & TargetRow>(db, orgId, type, id);
  if (seen === null) throw notFound("target in the trash");
  await assertRoomFor(ctx, seen);
  const named = type.variables(seen);
  await lockNamedOrMissing(db, orgId, named);
  await rows.lockTrashed(db, orgId, id);
  const row = await rows.findTrashedRow<Fields & TargetRow>(db, orgId, type, id);
  if (row === null) throw notFound("target in the trash");
  const errors = (await type.findErrors?.(ctx, { fields: row, before: null, input: null })) ?? [];
  if (errors.length > 0) throw badFields(errors);
  const now = new Date(clock.now());
  const state = stateAfterUpdate({ ...row, enabled: false }, row, now);
  await rows.takeFromTrash(db, orgId, { id, state, now });
  if (row.enabled) {
    await resetLocations(db, orgId, { ids: [id], now: state.status_since });
    await insertStatusChange(db, orgId, {
      ...{ id, at: state.status_since, status: state.status },
      previousStatus: row.status,
    });
  }
  await rememberNamed(db, orgId, { id, before: [], after: named });
  await notifyTargetChanged(db, row);
  await audit(ctx, { action: `${row.kind}.restore`, target: { type: row.kind, id } });
}

/** Deletes a target in the trash with its results. */
export async function purgeFromTrash(ctx: TargetContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  const row = await findInTrash(ctx, id);
  await rows.purgeTarget(db, orgId, row.id);
  await audit(ctx, {
    ...{ action: `${row.kind}.purge`, target: { type: row.kind, id } },
    before: { name: row.name },
  });
}

/** Locks a target in the trash, or throws not-found. */
export async function findInTrash({ db, orgId }: { db: TargetContext["db"]; orgId: OrgId }, id: string) {
  const row = UUID_PATTERN.test(id) ? await rows.lockTrashed(db, orgId, id) : null;
  if (row === null) throw notFound("target in the trash");
  return row;
}

/** Deletes what has been in the trash for `days`, in batches, each in a statement of its own. */
export async function purgeTrash(
  database: Database,
  { days, nowMs, signal }: { days: number; nowMs: number; signal: AbortSignal },
): Promise<void> {
  const before = new Date(nowMs - days * DAY_MS);
  while (!signal.aborted)
    if ((await rows.purgeOldest(database, { before, limit: PURGE_BATCH })) < PURGE_BATCH) return;
}
