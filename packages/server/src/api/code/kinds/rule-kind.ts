import { alertRuleCreate, alertRuleUpdate } from "@vedette/contract/alerts/alert-rules.ts";
import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import { channelsOf, parseTarget, ruleCreateFields } from "../../resources/alert-rules/definition.ts";
import { listRules, type RuleFields } from "../../resources/alert-rules/queries.ts";
import { changeRule, createRule, removeRule } from "../../resources/alert-rules/service.ts";
import { asJson, type Fields, type Kind, only, pick } from "./kind.ts";
import { normalSelector } from "./selector-form.ts";

const RULES_MAX = 100_000;

/** A rule of one target has a selector of that target: a document has no other form. */
export const RULE_KIND: Kind = {
  kind: "rule",
  auditType: "alert_rule",
  async list({ db, orgId }, ids) {
    const query = { sort: "created_at", limit: RULES_MAX } as const;
    const rows = only(await listRules(db, orgId, { query, position: null }), ids);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      fields: fieldsOf(row.type, row),
      secretAt: () => null,
    }));
  },
  async normalize(_ctx, { body }) {
    const input = alertRuleCreate.parse(body);
    return fieldsOf(input.type, {
      ...ruleCreateFields(input),
      target_id: parseTarget(input).value?.id ?? null,
      selector: input.selector ?? null,
      slo_id: input.slo_id ?? null,
      channel_ids: channelsOf(input),
    });
  },
  create: async (ctx, { body }) => (await createRule(ctx, alertRuleCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted }) {
    const noTarget = { monitor_id: null, api_monitor_id: null, journey_id: null, heartbeat_id: null };
    const input = { ...pick(wanted, names), ...(names.includes("selector") && noTarget) };
    await changeRule(ctx, { id, input: alertRuleUpdate.parse(input) });
  },
  remove: removeRule,
};

function fieldsOf(type: RuleType, fields: RuleFields): Fields {
  const { name, params, target_id: targetId, channel_ids, enabled, severity } = fields;
  const { cooldown_seconds, confirm_seconds, recovery_threshold, remind_every_seconds } = fields;
  const { notify_recovery, flap_detection, opens_incident, group_by, escalation_policy_id } = fields;
  return asJson({
    ...{ name, type, params, channel_ids, enabled, severity, cooldown_seconds, confirm_seconds },
    ...{
      recovery_threshold,
      remind_every_seconds,
      notify_recovery,
      flap_detection,
      opens_incident,
      group_by,
      escalation_policy_id,
    },
    ...(fields.slo_id !== null && { slo_id: fields.slo_id }),
    selector: targetId === null ? normalSelector(fields.selector) : { targets: [targetId] },
  });
}
