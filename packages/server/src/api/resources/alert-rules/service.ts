import { isDeepStrictEqual } from "node:util";
import type {
  AlertRule,
  AlertRuleCreate,
  AlertRuleListQuery,
  AlertRuleUpdate,
} from "@vedette/contract/alerts/alert-rules.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { endAlertsOfRule } from "../../../pipeline/alerting/alerts/end-alerts.ts";
import { endUncoveredAlerts } from "../../../pipeline/alerting/alerts/end-uncovered.ts";
import { followRuleChange } from "../../../pipeline/alerting/alerts/rule-changes.ts";
import { appliesTo } from "../../../pipeline/alerting/rules/rule.ts";
import {
  type AuditContext,
  actorId,
  audit,
  changedFields,
  pickFields,
} from "../../../pipeline/audit/audit.ts";
import { findSelectorErrors, withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { findPolicyErrors } from "../escalation-policies/service-rules.ts";
import { countSloTargets, findSloErrors } from "../slos/service-rules.ts";
import {
  channelsOf,
  findChannelErrors,
  findTargetErrors,
  parseTarget,
  parseTargetUpdate,
  ruleCreateFields,
  ruleUpdateFields,
  selectorOfUpdate,
  subjectOf,
  updatedChannels,
} from "./definition.ts";
import {
  clearCooldowns,
  clearProgress,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  lockRule,
  notifyRuleChanged,
  type RuleDefinitionRow,
  type RuleFields,
  replaceChannels,
  updateRule,
} from "./queries.ts";
import { toAlertRule } from "./rule-view.ts";

/**
 * Alert rules, and how updates affect their open alerts (docs/guide/alerting.md). Rules are evaluated where
 * results are recorded, not here.
 */

export type RuleContext = AuditContext & { emit(event: LiveEvent): void };

export async function listRulePage(ctx: RuleContext, query: AlertRuleListQuery): Promise<Page<AlertRule>> {
  const rows = await listRules(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await toViews(ctx, data), meta };
}

export async function getRule(ctx: RuleContext, id: string): Promise<AlertRule> {
  return toView(ctx, await getRow(ctx, id));
}

async function toView(ctx: RuleContext, row: RuleDefinitionRow): Promise<AlertRule> {
  const [view] = await toViews(ctx, [row]);
  return view ?? Promise.reject(new Error("a rule was not shown"));
}

async function toViews({ db, orgId }: RuleContext, rows: readonly RuleDefinitionRow[]): Promise<AlertRule[]> {
  const targets = rows.length === 0 ? [] : await listSelectables(db, orgId);
  const resolved = await withNestedGroups(db, rows);
  const sloTargets = await countSloTargets({ db, orgId }, rows, targets);
  return rows.map((row, index) => {
    const ofSlo = row.slo_id === null ? undefined : sloTargets.get(row.slo_id);
    if (ofSlo !== undefined) return toAlertRule(row, ofSlo);
    const rule = { targetId: row.target_id, selector: resolved[index]?.selector ?? null };
    return toAlertRule(row, targets.filter((target) => appliesTo(row.type, rule, target)).length);
  });
}

async function getRow({ db, orgId }: RuleContext, id: string): Promise<RuleDefinitionRow> {
  const row = UUID_PATTERN.test(id) ? await findRule(db, orgId, id) : null;
  if (!row) throw notFound("alert rule");
  return row;
}

export async function createRule(ctx: RuleContext, input: AlertRuleCreate): Promise<AlertRule> {
  const { db, orgId } = ctx;
  const target = parseTarget(input);
  const channelIds = channelsOf(input);
  assertValid([
    ...target.errors,
    ...(await findTargetErrors(db, orgId, { type: input.type, params: input.params, target: target.value })),
    ...(await findSelectorErrors(db, orgId, { before: null, after: input.selector ?? null })),
    ...(await findChannelErrors(db, orgId, { channelIds, input })),
    ...(await findPolicyErrors(db, orgId, input.escalation_policy_id ?? null)),
    ...(await findSloErrors(db, orgId, { ...input, target: target.value, before: null })),
  ]);
  const nowMs = ctx.clock.now();
  const id = newId(nowMs);
  const fields = {
    ...ruleCreateFields(input),
    target_id: target.value?.id ?? null,
    selector: input.selector ?? null,
    slo_id: input.slo_id ?? null,
    channel_ids: channelIds,
  };
  await insertRule(db, orgId, { id, type: input.type, fields, now: new Date(nowMs) });
  await replaceChannels(db, orgId, { id, channelIds });
  await notifyRuleChanged(db, id);
  await audit(ctx, {
    action: "alert_rule.create",
    target: targetOf(id),
    after: { type: input.type, ...fields },
  });
  return getRule(ctx, id);
}

/** Updates the fields of the input. An input without changes writes nothing. */
export async function changeRule(
  ctx: RuleContext,
  { id, input }: { id: string; input: AlertRuleUpdate },
): Promise<AlertRule> {
  const { db, orgId } = ctx;
  if (UUID_PATTERN.test(id)) await lockRule(db, orgId, id);
  const row = await getRow(ctx, id);
  const fields = await mergeFields(ctx, row, input);
  if (isSame<RuleFields>(row, fields)) return toView(ctx, row);
  await updateRule(db, orgId, { id, fields, now: new Date(ctx.clock.now()) });
  await replaceChannels(db, orgId, { id, channelIds: fields.channel_ids });
  if (fields.cooldown_seconds !== row.cooldown_seconds) await clearCooldowns(db, orgId, id);
  if (!isDeepStrictEqual(fields.params, row.params)) await clearProgress(db, orgId, id);
  await updateOpenAlerts(ctx, row, fields);
  await notifyRuleChanged(db, id);
  await audit(ctx, {
    action: "alert_rule.update",
    target: targetOf(id),
    ...changedFields(writableFields(row), writableFields(fields)),
  });
  return getRule(ctx, id);
}

/** Deletes a rule and resolves its open alerts. The alerts stay in the list. */
export async function removeRule(ctx: RuleContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  if (UUID_PATTERN.test(id)) await lockRule(db, orgId, id);
  const row = await getRow(ctx, id);
  const ended = await endAlertsOfRule(db, {
    orgId,
    ruleId: id,
    by: actorId(ctx.actor),
    nowMs: ctx.clock.now(),
  });
  await deleteRule(db, orgId, id);
  await notifyRuleChanged(db, id);
  await audit(ctx, {
    action: "alert_rule.delete",
    target: targetOf(id),
    before: { type: row.type, ...writableFields(row) },
  });
  for (const alert of ended) ctx.emit(alertEvent(alert));
}

async function mergeFields(
  ctx: RuleContext,
  row: RuleDefinitionRow,
  input: AlertRuleUpdate,
): Promise<RuleFields> {
  const { db, orgId } = ctx;
  const target = parseTargetUpdate(row, input);
  const channelIds = updatedChannels(row, input);
  const added = channelIds.filter((channelId) => !row.channel_ids.includes(channelId));
  const selector = selectorOfUpdate(row, target.value, input);
  const sloId = input.slo_id === undefined ? row.slo_id : input.slo_id;
  const hasNewTarget = (target.value?.id ?? null) !== row.target_id;
  const { value, errors } = ruleUpdateFields(row, input);
  const isAboutOther = subjectOf(row) !== subjectOf({ type: row.type, params: value.params });
  const named = { type: row.type, params: value.params, target: target.value };
  assertValid([
    ...errors,
    ...target.errors,
    ...(hasNewTarget || isAboutOther ? await findTargetErrors(db, orgId, named) : []),
    ...(await findSelectorErrors(db, orgId, { before: row.selector, after: selector })),
    ...(await findChannelErrors(db, orgId, { channelIds: added, input })),
    ...(value.escalation_policy_id === row.escalation_policy_id
      ? []
      : await findPolicyErrors(db, orgId, value.escalation_policy_id)),
    ...(await findSloErrors(db, orgId, {
      ...{ type: row.type, selector, target: target.value, slo_id: sloId, before: row.slo_id },
    })),
  ]);
  return { ...value, target_id: target.value?.id ?? null, selector, slo_id: sloId, channel_ids: channelIds };
}

async function updateOpenAlerts(ctx: RuleContext, row: RuleDefinitionRow, fields: RuleFields): Promise<void> {
  const changed = await followRuleChange(ctx.db, {
    orgId: ctx.orgId,
    ruleId: row.id,
    by: actorId(ctx.actor),
    nowMs: ctx.clock.now(),
    isOver:
      !fields.enabled ||
      (row.target_id !== fields.target_id && fields.target_id !== null) ||
      row.slo_id !== fields.slo_id ||
      subjectOf(row) !== subjectOf({ type: row.type, params: fields.params }),
    newPolicyId:
      fields.escalation_policy_id === row.escalation_policy_id ? null : fields.escalation_policy_id,
    addedChannelIds: fields.channel_ids.filter((id) => !row.channel_ids.includes(id)),
    ...(row.remind_every_seconds !== fields.remind_every_seconds && {
      remindEverySeconds: fields.remind_every_seconds,
    }),
  });
  const uncovered = await endUncoveredAlerts(ctx.db, {
    ...{ orgId: ctx.orgId, ruleId: row.id },
    by: actorId(ctx.actor),
    nowMs: ctx.clock.now(),
  });
  for (const alert of [...changed, ...uncovered]) ctx.emit(alertEvent(alert));
}

const WRITABLE_FIELDS = [
  "name",
  "params",
  "target_id",
  "selector",
  "slo_id",
  "channel_ids",
  "enabled",
  "severity",
  "cooldown_seconds",
  "confirm_seconds",
  "recovery_threshold",
  "remind_every_seconds",
  "notify_recovery",
  "flap_detection",
  "escalation_policy_id",
  "opens_incident",
  "group_by",
] as const satisfies readonly (keyof RuleFields)[];

/** Returns only the writable fields of a row. */
const writableFields = (fields: RuleFields) => pickFields(fields, WRITABLE_FIELDS);

function targetOf(id: string) {
  return { type: "alert_rule", id } as const;
}

function assertValid(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}
