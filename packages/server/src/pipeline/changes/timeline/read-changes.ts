import type { TargetChange } from "@vedette/contract/changes/changes.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findMarkersOf } from "../../markers/markers-of-targets.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { listSelectables } from "../../selectors/selectables.ts";
import { selects } from "../../selectors/selects.ts";
import { listRunnerUpdates } from "../runners/queries.ts";
import { type ChangeRange, isBeforePosition } from "./change-position.ts";
import {
  describeDeploy,
  describeEdit,
  describeObserved,
  describeRunnerUpdate,
  describeUpdate,
} from "./describe-change.ts";
import {
  listEdits,
  listObservedChanges,
  listRuleScopes,
  listUsedVariables,
  listVersionUpdates,
} from "./queries.ts";

/** Deploys of one millisecond, which may be left out by the position. */
const SAME_TIME_MAX = 100;

/** The newest changes of a target before the position, from all sources. Each returns its newest, so theirs are the page. */
export async function readChanges(
  db: Db,
  orgId: OrgId,
  { targetId, ...range }: ChangeRange & { targetId: TargetId },
): Promise<TargetChange[]> {
  const objectIds = [
    targetId,
    ...(await listUsedVariables(db, targetId)).map(({ id }) => id),
    ...(await listCoveringRules(db, orgId, targetId)),
  ];
  const found = [
    ...(await listObservedChanges(db, orgId, { ...range, targetId })).map(describeObserved),
    ...(await listDeploys(db, orgId, { ...range, targetId })),
    ...(await listEdits(db, orgId, { ...range, objectIds })).map(describeEdit),
    ...(await listVersionUpdates(db, range)).map(describeUpdate),
    ...(await listRunnerUpdates(db, orgId, { ...range, targetId })).map(describeRunnerUpdate),
  ];
  return found.sort(newestFirst).slice(0, range.limit);
}

function newestFirst(a: TargetChange, b: TargetChange): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

async function listDeploys(
  db: Db,
  orgId: OrgId,
  { targetId, from, to, position, limit }: ChangeRange & { targetId: TargetId },
): Promise<TargetChange[]> {
  const endMs = position === null ? to.getTime() : Math.min(to.getTime(), position.at.getTime() + 1);
  const { rows } = await findMarkersOf(db, orgId, {
    ...{ targetIds: [targetId], from, to: new Date(endMs), position: null, limit: limit + SAME_TIME_MAX },
  });
  return rows
    .map(describeDeploy)
    .filter((entry) => isBeforePosition(entry, position))
    .slice(0, limit);
}

async function listCoveringRules(db: Db, orgId: OrgId, targetId: TargetId): Promise<string[]> {
  const rules = await withNestedGroups(db, await listRuleScopes(db, orgId, targetId));
  const [target] = await listSelectables(db, orgId, targetId);
  return rules
    .filter(({ selector }) => selector === null || (target !== undefined && selects(selector, target)))
    .map(({ id }) => id);
}
