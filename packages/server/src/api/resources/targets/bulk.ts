import { BULK_TARGETS_MAX, type BulkResult, type BulkTargets } from "@vedette/contract/targets/bulk.ts";
import { TAGS_MAX } from "@vedette/contract/targets/target-fields.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import type { TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import type { CommonUpdate, TargetOperations } from "../../../pipeline/targets/operations.ts";
import { listAllTargetRows } from "../../../pipeline/targets/queries.ts";
import { snoozeEndOf, snoozeTarget, unsnoozeTarget } from "../../../pipeline/targets/snooze.ts";
import type { ListedTargetRow } from "../../../pipeline/targets/target-filters.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { checkAll } from "./check-all.ts";

/** Each target is changed in a transaction of its own. */
type BulkContext = TargetContext & {
  inTransaction<T>(work: (ctx: TargetContext) => Promise<T>): Promise<T>;
};
type Change = {
  operations: TargetOperations;
  availability: OrgRunnerAvailability;
  /** Starts a check or run of a target now. */
  check(row: ListedTargetRow): Promise<unknown>;
};

/**
 * Changes all targets that a selector selects, each in a transaction of its own: a target that cannot be changed does not
 * keep the others from being changed, and no more than one target is locked at a time.
 */
export async function changeInBulk(
  ctx: BulkContext,
  input: BulkTargets,
  change: Change,
): Promise<BulkResult> {
  if (input.snooze != null) snoozeEndOf(input.snooze, { nowMs: ctx.clock.now(), path: "snooze." });
  const rows = await listSelected(ctx, input);
  const { expected_count: expected, dry_run: isDry } = input;
  if (expected != null && expected !== rows.length)
    throw badFields([
      {
        path: "expected_count",
        message: `is ${expected}, but the selector selects ${rows.length} targets now; nothing was changed`,
      },
    ]);
  const result: BulkResult = { selected: rows.length, changed: 0, failed: [] };
  if (isDry) return result;
  const count = async (row: ListedTargetRow, work: Promise<unknown>) => {
    const failure = await failureOf(work);
    if (failure === null) result.changed += 1;
    // A target that does not exist was deleted in the meantime.
    else if (failure.code !== "NOT_FOUND")
      result.failed.push({ id: row.id, name: row.name, message: failure.message });
  };
  if (input.action === "check")
    await checkAll(rows, { start: change.check, onStarted: count, clock: ctx.clock });
  else
    for (const row of rows)
      await count(
        row,
        ctx.inTransaction((within) => apply(within, row, { input, ...change })),
      );
  return result;
}

/** Returns why a target could not be changed, or null. */
async function failureOf(work: Promise<unknown>): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function listSelected(
  { db, orgId }: TargetContext,
  { selector }: BulkTargets,
): Promise<ListedTargetRow[]> {
  const query = { selectors: [selector], sort: "created_at", limit: BULK_TARGETS_MAX } as const;
  const rows = await listAllTargetRows(db, orgId, { query, position: null });
  if (rows.length <= BULK_TARGETS_MAX) return rows;
  const message = `selects more than ${BULK_TARGETS_MAX} targets; select fewer, and repeat the request for the others`;
  throw badFields([{ path: "selector", message }]);
}

async function apply(
  ctx: TargetContext,
  row: ListedTargetRow,
  { input, operations, availability }: Change & { input: BulkTargets },
): Promise<void> {
  const { id, kind } = row;
  const { action, snooze: span } = input;
  if (action === "delete") await operations[kind].remove(ctx, id);
  else if (action === "unsnooze") await unsnoozeTarget(ctx, id);
  else if (span != null) await snoozeTarget(ctx, { id, span });
  else await operations[kind].update(ctx, { id, input: updateOf(row, input), availability });
}

function updateOf(row: ListedTargetRow, { action, set }: BulkTargets): CommonUpdate {
  if (action !== "update") return { enabled: action === "resume" };
  const { add_tags: added, remove_tags: removed, ...fields } = set ?? {};
  if (added == null && removed == null) return fields;
  const kept = row.tags.filter((tag) => !removed?.includes(tag));
  const tags = [...new Set([...kept, ...(added ?? [])])];
  if (tags.length > TAGS_MAX)
    throw badFields([{ path: "set.add_tags", message: `would give the target more than ${TAGS_MAX} tags` }]);
  return { ...fields, tags };
}
