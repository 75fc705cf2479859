import {
  type AlertChange,
  CAUSE_MINUTES,
  type ChangeListQuery,
  type TargetChange,
} from "@vedette/contract/changes/changes.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import { findAlertRow } from "../../../pipeline/alerting/alerts/queries.ts";
import { rankChanges } from "../../../pipeline/changes/timeline/rank-changes.ts";
import { readChanges } from "../../../pipeline/changes/timeline/read-changes.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** What changed at a target, and before an alert. */

type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

const cursorSchema = z.tuple([z.literal("changes"), z.iso.datetime(), z.string().max(100)]);
/** Changes in half an hour that are ranked; more are no releases. */
const RANKED_MAX = 500;
/** Changes that are returned for an alert. */
const ALERT_CHANGES_MAX = 100;

export async function listChangePage(
  { db, orgId, clock }: ReadContext,
  id: string,
  query: ChangeListQuery,
): Promise<Page<TargetChange>> {
  const [target] = UUID_PATTERN.test(id) ? await listSelectables(db, orgId, id) : [];
  if (target === undefined) throw notFound("target");
  const { limit, cursor, from = new Date(0), to = new Date(clock.now() + 1) } = query;
  const [, at = null, key = ""] = cursor === undefined ? [] : decodeCursor(cursor, cursorSchema);
  const position = at === null ? null : { at: new Date(at), key };
  const { targetId } = target;
  const found = await readChanges(db, orgId, { targetId, from, to, position, limit: limit + 1 });
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const hasMore = found.length > limit;
  const next = hasMore && last ? encodeCursor(["changes", last.at, last.id]) : null;
  return { data, meta: { next_cursor: next, has_more: hasMore } };
}

/** The changes shortly before an alert, the most likely cause first. */
export async function listAlertChanges({ db, orgId }: ReadContext, id: string): Promise<AlertChange[]> {
  const alert = UUID_PATTERN.test(id) ? await findAlertRow(db, orgId, id) : null;
  if (alert === null) throw notFound("alert");
  const alertedAtMs = alert.triggered_at.getTime();
  const range = { from: new Date(alertedAtMs - CAUSE_MINUTES * 60_000), to: new Date(alertedAtMs + 1) };
  const changes = await readChanges(db, orgId, {
    ...{ ...range, targetId: alert.target_id, position: null, limit: RANKED_MAX },
  });
  return rankChanges(changes, alertedAtMs).slice(0, ALERT_CHANGES_MAX);
}
