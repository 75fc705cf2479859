import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { splitTargets, toCauseFacts } from "./cause-facts.ts";
import { describeCause } from "./describe-cause.ts";
import { BAD_MIN, type CommonCause, findCommonCause } from "./find-common-cause.ts";
import { listActiveCauses, listCauseTargets, listLastErrors, type StoredCause } from "./queries.ts";

/**
 * Finds the common cause of targets with a new alert, from stored facts only: nothing is looked up. Knows nothing of
 * incidents, which store what is found.
 */

export type DetectedCause = CommonCause & {
  summary: string;
  startedAt: Date;
  /** The incident that has the same cause already; null for a new one. */
  incidentId: string | null;
};

/** A cause whose last target is older is over: what fails now has another one. */
const CAUSE_ACTIVE_MS = 900_000;
/** How far back the error of a failing target is read. */
const ERROR_WITHIN_MS = 3_600_000;

export async function detectCause(
  db: Db,
  orgId: OrgId,
  { alertedIds, nowMs }: { alertedIds: ReadonlySet<string>; nowMs: number },
): Promise<DetectedCause | null> {
  const active = await listActiveCauses(db, orgId, new Date(nowMs - CAUSE_ACTIVE_MS));
  const rows = await listCauseTargets(db, orgId);
  const known = active.find(({ member_ids: ids }) => ids.some((id) => alertedIds.has(id)));
  const sinceMs = known?.started_at.getTime() ?? null;
  const { bad, healthy } = splitTargets(rows, { alertedIds, sinceMs });
  if (bad.length < BAD_MIN) return null;
  const errors = Map.groupBy(
    await listLastErrors(db, {
      targetIds: bad.map(({ id }) => id),
      since: new Date(nowMs - ERROR_WITHIN_MS),
    }),
    (row) => row.target_id,
  );
  const cause = findCommonCause({
    bad: bad.map((row) => toCauseFacts(row, errors.get(row.id))),
    healthy: healthy.map((row) => toCauseFacts(row)),
  });
  if (cause === null) return null;
  const starts = bad.flatMap(({ id, status_since: at }) =>
    cause.affectedIds.includes(id) ? [at.getTime()] : [],
  );
  return {
    ...cause,
    summary: describeCause(cause),
    startedAt: new Date(Math.min(...starts)),
    incidentId: findSame(active, cause)?.incident_id ?? null,
  };
}

/** The cause becomes more exact with each target that fails: what counts is that the targets are the same. */
function findSame(active: readonly StoredCause[], { affectedIds }: CommonCause): StoredCause | undefined {
  return active.find(({ bad_ids: ids }) => ids.filter((id) => affectedIds.includes(id)).length >= BAD_MIN);
}
