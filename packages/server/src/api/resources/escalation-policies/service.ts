import type { OrgId } from "@vedette/contract/common/ids.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { ESCALATION_POLICIES_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import type {
  EscalationPolicy,
  EscalationPolicyCreate,
  EscalationPolicyListQuery,
  EscalationPolicyUpdate,
} from "@vedette/contract/on-call/escalation-policies.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findFallbackErrors, findStepErrors, findStepWarnings } from "./definition.ts";
import * as rows from "./queries.ts";

/** Escalation policies: their rules. `pipeline/on-call/escalations/` runs them. */

type ReadContext = Pick<AuditContext, "db" | "orgId">;

export async function listPolicyPage(
  ctx: ReadContext,
  query: EscalationPolicyListQuery,
): Promise<Page<EscalationPolicy>> {
  const found = await rows.listPolicies(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(found, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await toViews(ctx, data), meta };
}

export async function getPolicy(ctx: ReadContext, id: string): Promise<EscalationPolicy> {
  const [view] = await toViews(ctx, [await getRow(ctx, id)]);
  return view ?? Promise.reject(new Error("a policy was not shown"));
}

export async function createPolicy(
  ctx: AuditContext,
  input: EscalationPolicyCreate,
): Promise<EscalationPolicy> {
  const { db, orgId, clock } = ctx;
  await rows.lockPolicies(db, orgId);
  const policies = await rows.listPolicyLinks(db, orgId);
  if (policies.length >= ESCALATION_POLICIES_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `There are ${ESCALATION_POLICIES_MAX} escalation policies, the maximum. Delete one before you create another.`,
    );
  const { name, description, steps, repeat_count, repeat_wait_seconds, fallback_policy_id } = input;
  const fields = { name, description, steps, repeat_count, repeat_wait_seconds, fallback_policy_id };
  const errors = [
    ...(await findStepErrors(db, orgId, { before: [], after: steps })),
    ...findFallbackErrors(policies, { id: null, fallbackId: fallback_policy_id }),
  ];
  if (errors.length > 0) throw badFields(errors);
  const now = new Date(clock.now());
  const id = newId(now.getTime());
  await rows.savePolicy(db, { ...fields, id, org_id: orgId, created_at: now, updated_at: now });
  await audit(ctx, { action: "escalation_policy.create", target: targetOf(id), after: fields });
  return getPolicy(ctx, id);
}

/** Updates the given fields. Writes nothing if no field changes. Running escalations keep the policy as it was. */
export async function changePolicy(
  ctx: AuditContext,
  { id, input }: { id: string; input: EscalationPolicyUpdate },
): Promise<EscalationPolicy> {
  const { db, orgId, clock } = ctx;
  await rows.lockPolicies(db, orgId);
  const row = await getRow(ctx, id);
  const fields: rows.PolicyFields = {
    name: input.name ?? row.name,
    description: input.description ?? row.description,
    steps: input.steps ?? row.steps,
    repeat_count: input.repeat_count ?? row.repeat_count,
    repeat_wait_seconds: input.repeat_wait_seconds ?? row.repeat_wait_seconds,
    fallback_policy_id:
      input.fallback_policy_id === undefined ? row.fallback_policy_id : input.fallback_policy_id,
  };
  const isMoved = fields.fallback_policy_id !== row.fallback_policy_id;
  const policies = isMoved ? await rows.listPolicyLinks(db, orgId) : [];
  const errors = [
    ...(await findStepErrors(db, orgId, { before: row.steps, after: fields.steps })),
    ...(isMoved ? findFallbackErrors(policies, { id: row.id, fallbackId: fields.fallback_policy_id }) : []),
  ];
  if (errors.length > 0) throw badFields(errors);
  if (isSame<rows.PolicyFields>(fieldsOf(row), fields)) return getPolicy(ctx, id);
  const updated_at = new Date(Math.max(clock.now(), row.updated_at.getTime() + 1));
  await rows.savePolicy(db, { ...row, ...fields, updated_at });
  await audit(ctx, {
    ...{ action: "escalation_policy.update", target: targetOf(row.id) },
    ...changedFields(fieldsOf(row), fields),
  });
  return getPolicy(ctx, id);
}

/** How many of the rules or policies that use a policy are named if it cannot be deleted. */
const NAMED_MAX = 5;

/** A policy that a rule or another policy uses stays, because their alerts would reach no one. */
export async function removePolicy(ctx: AuditContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  await rows.lockPolicies(db, orgId);
  const row = await getRow(ctx, id);
  const rules = await rows.listRulesOf(db, orgId, { id: row.id, limit: NAMED_MAX });
  const policies = (await rows.listPolicyLinks(db, orgId)).filter(
    (each) => each.fallback_policy_id === row.id,
  );
  const users = [
    ...rules.map(({ name }) => `rule "${name}"`),
    ...policies.slice(0, NAMED_MAX).map(({ name }) => `policy "${name}"`),
  ];
  if (users.length > 0)
    throw new AppError(
      "BAD_REQUEST",
      `The policy is used by ${users.join(", ")}${row.rule_count > NAMED_MAX ? " and others" : ""}. Remove it there, then delete it.`,
    );
  await rows.deletePolicy(db, orgId, row.id);
  await audit(ctx, {
    ...{ action: "escalation_policy.delete", target: targetOf(row.id) },
    before: fieldsOf(row),
  });
}

async function getRow({ db, orgId }: ReadContext, id: string): Promise<rows.PolicyRow> {
  const row = UUID_PATTERN.test(id) ? await rows.findPolicy(db, orgId, id) : null;
  if (row === null) throw notFound("escalation policy");
  return row;
}

async function toViews(
  { db, orgId }: ReadContext,
  found: readonly rows.PolicyRow[],
): Promise<EscalationPolicy[]> {
  const warnings = await findStepWarnings(db, orgId, found);
  return found.map((row) => ({
    ...row,
    warnings: warnings.get(row.id) ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

function fieldsOf(row: rows.PolicyFields): rows.PolicyFields {
  const { name, description, steps, repeat_count, repeat_wait_seconds, fallback_policy_id } = row;
  return { name, description, steps, repeat_count, repeat_wait_seconds, fallback_policy_id };
}

function targetOf(id: string) {
  return { type: "escalation_policy", id } as const;
}

/** The policies that name a schedule or a channel in a step. */
export function policiesNaming(
  db: Db,
  orgId: OrgId,
  named: { type: "schedule" | "channel"; id: string },
): Promise<{ id: string; name: string }[]> {
  return rows.listNaming(db, orgId, named);
}
