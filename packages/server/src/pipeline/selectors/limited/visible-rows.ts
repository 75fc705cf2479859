import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { identifier, type Sql, sql } from "../../../platform/storage/sql.ts";
import { selectorCondition } from "../queries.ts";

/**
 * Which rows of each table a caller sees who is limited to the targets of a selector. A table that is not listed appears
 * empty, so that a new table shows nothing until someone decides.
 */

export type Limit = { orgId: OrgId; selector: Selector };

/** The name of the CTE with the ids of the targets. No table has it. */
export const VISIBLE_TARGET = "visible_target";

/** Composite monitors are left out, because their results are about other targets. */
export const visibleTargets = ({ orgId, selector }: Limit): Sql => sql`
  select t.id from public.target t
  where t.org_id = ${orgId} and ${selectorCondition(selector)}
    and not exists (select from public.monitor c where c.id = t.id and c.type = 'composite')`;

type Condition = (limit: Limit) => Sql;

const isVisible = (column: string): Sql => sql`x.${identifier(column)} in (select id from visible_target)`;
const by =
  (column: string): Condition =>
  () =>
    isVisible(column);
const bySeries: Condition = () =>
  sql`x.series_key in (select s.series_key from public.series s where s.target_id in (select id from visible_target))`;
const byRun: Condition = () =>
  sql`x.run_id in (select r.id from public.run r where r.target_id in (select id from visible_target))`;
/** Of no target, and of no organization or of this one. */
const all: Condition = () => sql`true`;
const ofOrganization: Condition = ({ orgId }) => sql`x.org_id = ${orgId}`;

/** An alert about an SLO is about all targets of the SLO. */
const alertIsVisible = (alert: Sql): Sql =>
  sql`${alert}.target_id in (select id from visible_target) and ${alert}.rule_type <> 'burn_rate'`;

/** An incident all of whose alerts are about visible targets. */
const incidentIsVisible = (id: Sql): Sql => sql`
  exists (select from public.incident_alert ia where ia.incident_id = ${id})
  and not exists (
    select from public.incident_alert ia join public.alert a on a.id = ia.alert_id
    where ia.incident_id = ${id} and not (${alertIsVisible(sql`a`)}))`;
const byIncident: Condition = () => incidentIsVisible(sql`x.incident_id`);

/** A rule that names visible targets one by one. A rule with any other condition may come to be about others. */
const ruleIsVisible: Condition = () => sql`
  x.slo_id is null and (
    x.target_id in (select id from visible_target)
    or x.target_id is null and x.selector - 'targets' = '{}' and x.selector ? 'targets'
      and not exists (
        select from jsonb_array_elements_text(x.selector -> 'targets') as named (id)
        where named.id not in (select id::text from visible_target)))`;

export const VISIBLE_ROWS: Readonly<Record<string, Condition>> = {
  // Targets and their definitions.
  target: by("id"),
  monitor: by("id"),
  api_monitor: by("id"),
  journey: by("id"),
  heartbeat: by("id"),
  heartbeat_state: by("id"),
  monitor_baseline: by("target_id"),
  visual_baseline: by("target_id"),
  set_status: by("target_id"),
  target_snooze: by("target_id"),
  target_dependency: () => sql`${isVisible("child_id")} and ${isVisible("parent_id")}`,
  target_group: () => sql`x.id in (
    select g.group_id from public.target g where g.id in (select id from visible_target))`,
  badge_key: by("target_id"),
  // What was measured.
  status_change: by("target_id"),
  imported_history: by("target_id"),
  target_change: by("target_id"),
  target_fingerprint: by("target_id"),
  series: by("target_id"),
  check_result: bySeries,
  result_body: bySeries,
  slot_gap: bySeries,
  result_rollup_hour: bySeries,
  result_rollup_day: bySeries,
  series_counter: bySeries,
  heartbeat_ping: by("heartbeat_id"),
  run: by("target_id"),
  run_step: byRun,
  artifact: byRun,
  // Alerts.
  alert: () => alertIsVisible(sql`x`),
  alert_condition: by("target_id"),
  alert_rule: ruleIsVisible,
  incident: () => incidentIsVisible(sql`x.id`),
  incident_alert: byIncident,
  incident_note: byIncident,
  incident_image: byIncident,
  code_resource: () => sql`x.resource_id in (select id from visible_target)`,
  // What figures are computed with, and no response contains.
  organization: ({ orgId }) => sql`x.id = ${orgId}`,
  maintenance_window: ofOrganization,
  code_project: ofOrganization,
  result_retention: ofOrganization,
  plan: all,
  rollup_progress: all,
  counter_progress: all,
  check_connection: all,
  domain_registration: all,
  ping_outage: all,
  ping_receiver: all,
  scheduler_process: all,
  scheduler_stall: all,
};
