import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import { textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { evaluateChange } from "../../evaluation/changes/evaluate-change.ts";
import type { AlertSink } from "../alert-collector.ts";
import { AlertLog } from "../alert-log.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { deadlineOf, tooLarge } from "../preview-limits.ts";
import { type PreviewRequest, type PreviewTarget, startMsOf } from "../preview-request.ts";

type ChangeCondition = Extract<RuleCondition, { type: "change" }>;
type ChangeRequest = PreviewRequest & { condition: ChangeCondition };

/** Monitors whose changes one statement reads. */
const PAGE_TARGETS = 100;
const MINUTE_MS = 60_000;

/** Several settings of one rule, which share its reads; each has a sink of its own. */
export type ChangeVariant = { request: ChangeRequest; found: AlertSink };

/**
 * Finds the alerts of a rule of the type `change` from the stored changes. An alert resolves here exactly at the end of
 * its time, and in operation with the first check after it.
 */
export async function previewChanges(
  { db, clock, limits }: PreviewDeps,
  variants: readonly [ChangeVariant, ...ChangeVariant[]],
): Promise<void> {
  const [{ request }] = variants;
  const { targets, nowMs, condition } = request;
  const assertInTime = deadlineOf(limits, clock);
  const holdsMs = Math.max(...variants.map((each) => each.request.condition.params.minutes)) * MINUTE_MS;
  const since = new Date(startMsOf(request) - holdsMs);
  let room = limits.newResultsMax;
  for (let at = 0; at < targets.length; at += PAGE_TARGETS) {
    assertInTime();
    const page = targets.slice(at, at + PAGE_TARGETS);
    const rows = await listChangesOf(db, {
      ...{ targetIds: page.map(({ id }) => id), fields: condition.params.fields, since },
      ...{ to: new Date(nowMs), limit: room + 1 },
    });
    room -= rows.length;
    if (room < 0) throw tooLarge(`covers more than ${limits.newResultsMax.toLocaleString("en")} changes`);
    const byTarget = Map.groupBy(rows, (row) => row.target_id);
    for (const target of page)
      for (const variant of variants)
        replayTarget(variant.request, { target, rows: byTarget.get(target.id) ?? [], found: variant.found });
  }
}

type ChangeRow = {
  target_id: string;
  at: Date;
  field: ChangeField;
  before: string;
  after: string;
  location: string;
};

/** Changes that one check saw have the same time. */
function replayTarget(
  request: ChangeRequest,
  { target, rows, found }: { target: PreviewTarget; rows: readonly ChangeRow[]; found: AlertSink },
): void {
  const { condition, nowMs } = request;
  const log = new AlertLog(request, { target, found });
  const endMs = condition.params.minutes * MINUTE_MS;
  const groups = [...Map.groupBy(rows, ({ at }) => at.getTime())].sort(([a], [b]) => a - b);
  for (const [nr, [atMs, changes]] of groups.entries()) {
    const origin = { location: changes[0]?.location ?? "", result: null, runId: null };
    const { holds, figures } = evaluateChange(condition.params, {
      changedAtMs: [atMs],
      result: { atMs, changes },
    });
    log.add({ holds }, { ...origin, atMs, figures: () => figures });
    const nextMs = groups[nr + 1]?.[0] ?? nowMs + 1;
    if (atMs + endMs < nextMs)
      log.add({ holds: false }, { ...origin, atMs: atMs + endMs, figures: () => figures });
  }
  log.end();
}

const listChangesOf = (
  db: Db,
  {
    targetIds,
    fields,
    since,
    to,
    limit,
  }: { targetIds: readonly string[]; fields: readonly ChangeField[]; since: Date; to: Date; limit: number },
) =>
  db.rows<ChangeRow>(sql`
    select target_id, at, field, before, after, locations[1] as location
    from target_change
    where target_id = any(${textArray(targetIds)}::uuid[]) and field = any(${textArray(fields)}::text[])
      and at >= ${since} and at <= ${to}
    order by at, id limit ${limit}`);
