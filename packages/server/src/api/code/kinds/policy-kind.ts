import { ESCALATION_POLICIES_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import {
  escalationPolicyCreate,
  escalationPolicyUpdate,
} from "@vedette/contract/on-call/escalation-policies.ts";
import { listPolicies, type PolicyFields } from "../../resources/escalation-policies/queries.ts";
import { changePolicy, createPolicy, removePolicy } from "../../resources/escalation-policies/service.ts";
import { asJson, type Fields, type Kind, only, pick } from "./kind.ts";

export const POLICY_KIND: Kind = {
  kind: "escalation_policy",
  auditType: "escalation_policy",
  async list({ db, orgId }, ids) {
    const query = { sort: "created_at", limit: ESCALATION_POLICIES_MAX } as const;
    const rows = only(await listPolicies(db, orgId, { query, position: null }), ids);
    return rows.map((row) => ({ id: row.id, name: row.name, fields: fieldsOf(row), secretAt: () => null }));
  },
  normalize: async (_ctx, { body }) => fieldsOf(escalationPolicyCreate.parse(body)),
  create: async (ctx, { body }) => (await createPolicy(ctx, escalationPolicyCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted }) {
    await changePolicy(ctx, { id, input: escalationPolicyUpdate.parse(pick(wanted, names)) });
  },
  remove: removePolicy,
};

function fieldsOf(policy: PolicyFields): Fields {
  const { name, description, steps, repeat_count, repeat_wait_seconds, fallback_policy_id } = policy;
  const shown = steps.map(({ severities, times, ...step }) => ({
    ...step,
    ...(severities != null && { severities }),
    ...(times != null && { times }),
  }));
  return asJson({ name, description, steps: shown, repeat_count, repeat_wait_seconds, fallback_policy_id });
}
