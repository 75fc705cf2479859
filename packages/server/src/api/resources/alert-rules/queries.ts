import type { AlertRuleListQuery, Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { CheckConfig } from "@vedette/contract/checks/check-kinds.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { selectorCondition } from "../../../pipeline/selectors/queries.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller may write, as stored. */
export type RuleFields = {
  name: string;
  params: object;
  target_id: string | null;
  selector: Selector | null;
  slo_id: string | null;
  channel_ids: string[];
  enabled: boolean;
  severity: Severity;
  cooldown_seconds: number;
  confirm_seconds: number;
  recovery_threshold: number;
  remind_every_seconds: number | null;
  notify_recovery: boolean;
  flap_detection: boolean;
  escalation_policy_id: string | null;
  opens_incident: boolean;
  group_by: string;
};

export type RuleDefinitionRow = RuleFields & {
  id: string;
  org_id: OrgId;
  type: RuleType;
  target_kind: TargetKind | null;
  created_at: Date;
  updated_at: Date;
};

/** A rule of a target in the trash comes back with it. */
const IS_SHOWN = sql`(r.target_id is null or exists (select from target t where t.id = r.target_id))`;

const COLUMNS = sql`r.id, r.org_id, r.name, r.type, r.params, r.target_id, r.selector, r.slo_id,
  (select kind from target t where t.id = r.target_id) as target_kind,
  array(select channel_id::text from alert_rule_channel c where c.rule_id = r.id order by position) as channel_ids,
  r.enabled, r.severity, r.cooldown_seconds, r.confirm_seconds, r.recovery_threshold, r.remind_every_seconds, r.notify_recovery,
  r.flap_detection, r.escalation_policy_id, r.opens_incident, r.group_by,
  r.created_at, r.updated_at`;

export const findRule = (db: Db, orgId: OrgId, id: string) =>
  db.find<RuleDefinitionRow>(
    sql`select ${COLUMNS} from alert_rule r where r.org_id = ${orgId} and r.id = ${id} and ${IS_SHOWN}`,
  );

/** Locks the rule until the transaction ends. Code that opens an alert of the rule waits for the lock. */
export const lockRule = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`select 1 from alert_rule where org_id = ${orgId} and id = ${id} for update`);

export const listRules = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: AlertRuleListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`r.created_at`, name: sql`r.name`, id: sql`r.id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<RuleDefinitionRow>(sql`
    select ${COLUMNS} from alert_rule r
    where r.org_id = ${orgId} and ${IS_SHOWN}${filters(query)}${after}${order} limit ${query.limit + 1}`);
};

const NOTHING = sql``;

/** Compares ids as text, so that a malformed id matches nothing. */
function filters({ type, search, target_id, channel_id, slo_id }: AlertRuleListQuery): Sql {
  const byType = type ? sql` and r.type = ${type}` : NOTHING;
  const byTarget = target_id ? sql` and r.target_id::text = ${target_id}` : NOTHING;
  const byChannel = channel_id
    ? sql` and exists (select 1 from alert_rule_channel c where c.rule_id = r.id and c.channel_id::text = ${channel_id})`
    : NOTHING;
  const bySearch = search ? sql` and position(lower(${search}) in lower(r.name)) > 0` : NOTHING;
  const bySlo = slo_id ? sql` and r.slo_id::text = ${slo_id}` : NOTHING;
  return sql`${byType}${bySearch}${byTarget}${byChannel}${bySlo}`;
}

const toJson = (selector: Selector | null) => (selector === null ? null : JSON.stringify(selector));

export const insertRule = (
  db: Db,
  orgId: OrgId,
  { id, type, fields, now }: { id: string; type: RuleType; fields: RuleFields; now: Date },
) =>
  db.run(sql`
    insert into alert_rule (id, org_id, name, type, params, target_id, selector, slo_id, severity, enabled, cooldown_seconds,
      confirm_seconds, recovery_threshold, remind_every_seconds, notify_recovery, flap_detection,
      escalation_policy_id, opens_incident, group_by, created_at, updated_at)
    values (${id}, ${orgId}, ${fields.name}, ${type}, ${JSON.stringify(fields.params)}::jsonb, ${fields.target_id},
      ${toJson(fields.selector)}::jsonb, ${fields.slo_id},
      ${fields.severity}, ${fields.enabled}, ${fields.cooldown_seconds}, ${fields.confirm_seconds},
      ${fields.recovery_threshold},
      ${fields.remind_every_seconds}, ${fields.notify_recovery}, ${fields.flap_detection},
      ${fields.escalation_policy_id}, ${fields.opens_incident}, ${fields.group_by}, ${now}, ${now})`);

/** The type is left out: it never changes. */
export const updateRule = (
  db: Db,
  orgId: OrgId,
  { id, fields, now }: { id: string; fields: RuleFields; now: Date },
) =>
  db.run(sql`
    update alert_rule set name = ${fields.name}, params = ${JSON.stringify(fields.params)}::jsonb,
      target_id = ${fields.target_id}, selector = ${toJson(fields.selector)}::jsonb, slo_id = ${fields.slo_id},
      severity = ${fields.severity}, enabled = ${fields.enabled}, cooldown_seconds = ${fields.cooldown_seconds},
      confirm_seconds = ${fields.confirm_seconds}, recovery_threshold = ${fields.recovery_threshold}, remind_every_seconds = ${fields.remind_every_seconds},
      notify_recovery = ${fields.notify_recovery}, flap_detection = ${fields.flap_detection},
      escalation_policy_id = ${fields.escalation_policy_id}, opens_incident = ${fields.opens_incident},
      group_by = ${fields.group_by}, updated_at = ${now}, revision = revision + 1
    where org_id = ${orgId} and id = ${id}`);

export const deleteRule = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from alert_rule where org_id = ${orgId} and id = ${id}`);

/** Replaces the channels of a rule. */
export const replaceChannels = (
  db: Db,
  orgId: OrgId,
  { id, channelIds }: { id: string; channelIds: readonly string[] },
) =>
  db.run(sql`
    with given as (
      select c.id as channel_id, g.position
      from unnest(${textArray(channelIds)}::uuid[], ${intArray(channelIds.map((_, nr) => nr))}::int2[])
        as g (channel_id, position)
      join alert_channel c on c.org_id = ${orgId} and c.id = g.channel_id
    ), dropped as (
      delete from alert_rule_channel c using alert_rule r
      where r.org_id = ${orgId} and r.id = ${id} and c.rule_id = r.id
        and c.channel_id <> all(${textArray(channelIds)}::uuid[])
    )
    insert into alert_rule_channel (rule_id, channel_id, position)
    select r.id, given.channel_id, given.position from alert_rule r cross join given
    where r.org_id = ${orgId} and r.id = ${id}
    on conflict (rule_id, channel_id) do update set position = excluded.position`);

/** Returns those ids that are channels of the organization, and locks them until the transaction ends. */
export const listOwnChannels = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select id from alert_channel where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
    order by id for key share`);

export type RuleTargetFacts = {
  name: string;
  /** The check of a monitor; null for other targets. */
  type: CheckType | null;
  config: CheckConfig | null;
  /** The registrable domain of a monitor; null if it has none. */
  domain: string | null;
};

const FACTS = sql`t.name, m.type, m.config, m.domain`;
const TARGETS = sql`target t left join monitor m on m.id = t.id`;

/** Returns a target of that kind and locks it until the transaction ends. */
export const findTarget = (db: Db, orgId: OrgId, { id, kind }: { id: string; kind: TargetKind }) =>
  db.find<RuleTargetFacts>(sql`
    select ${FACTS} from ${TARGETS} where t.org_id = ${orgId} and t.id = ${id} and t.kind = ${kind}
    for key share of t`);

export type RuleTargetRow = RuleTargetFacts & { id: string; kind: TargetKind };

/** Returns the targets of these kinds that a rule covers: the one with that id, or those of the selector. */
export const listRuleTargets = (
  db: Db,
  orgId: OrgId,
  {
    kinds,
    id,
    selector,
    limit,
  }: { kinds: readonly TargetKind[]; id: string | null; selector: Selector | null; limit: number },
) =>
  db.rows<RuleTargetRow>(sql`
    select t.id, t.kind, ${FACTS} from ${TARGETS}
    where t.org_id = ${orgId} and t.kind = any(${textArray(kinds)}::text[])
      and (${id}::uuid is null or t.id = ${id}::uuid) and ${selectorCondition(selector ?? {})}
    order by t.id limit ${limit}`);

/** Ends the running cooldowns of a rule after its cooldown was changed. */
export const clearCooldowns = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    update alert_condition c set cooldown_until = null from alert_rule r
    where r.org_id = ${orgId} and r.id = ${id} and c.rule_id = r.id`);

/** Forgets since when the condition of a rule holds, and its good results, after the condition was changed. */
export const clearProgress = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    update alert_condition c set pending_since = null, recovery = '{}' from alert_rule r
    where r.org_id = ${orgId} and r.id = ${id} and c.rule_id = r.id`);

/** Notifies schedulers when the transaction commits. */
export const notifyRuleChanged = (db: Db, id: string) =>
  db.run(sql`select pg_notify('alert_rules_changed', ${id})`);
