import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { storedResults } from "../../results/closed/stored-results.ts";

/*
 * Evaluation serves all organizations at once and returns nothing to users. Unlike other statements, these
 * therefore do not start with an organization id.
 */

export type RuleRow = {
  id: string;
  org_id: string;
  name: string;
  type: RuleType;
  params: Record<string, unknown>;
  target_id: string | null;
  selector: Selector | null;
  slo_id: string | null;
  severity: Severity;
  cooldown_seconds: number;
  confirm_seconds: number;
  recovery_threshold: number;
  remind_every_seconds: number | null;
  group_by: string;
  escalation_policy_id: string | null;
  flap_detection: boolean;
  revision: number;
};

const RULE_COLUMNS = sql`id, org_id, name, type, params, target_id, selector, slo_id, severity, cooldown_seconds, confirm_seconds,
  recovery_threshold, remind_every_seconds, group_by, escalation_policy_id, flap_detection, revision`;

/** Rules that no result triggers: the jobs `alerts.silence`, `alerts.expiry` and `alerts.burn_rate` evaluate them. */
const IS_SILENCE = sql`type in ('missed', 'no_data')`;
const IS_DOMAIN_EXPIRY = sql`(type = 'expiry' and params ->> 'subject' = 'domain')`;
const BY_RESULTS = sql`enabled and not ${IS_SILENCE} and not ${IS_DOMAIN_EXPIRY} and type <> 'burn_rate'`;

/** Id and revision of every enabled rule that results trigger; the cache is compared with them. */
export const listRuleRevisions = (db: Db) =>
  db.rows<{ id: string; revision: number }>(sql`
    select id, revision from alert_rule where ${BY_RESULTS}`);

export const listSilenceRules = (db: Db) =>
  db.rows<RuleRow>(sql`select ${RULE_COLUMNS} from alert_rule where enabled and ${IS_SILENCE} order by id`);

export const listDomainExpiryRules = (db: Db) =>
  db.rows<RuleRow>(
    sql`select ${RULE_COLUMNS} from alert_rule where enabled and ${IS_DOMAIN_EXPIRY} order by id`,
  );

export const listBurnRateRules = (db: Db) =>
  db.rows<RuleRow>(sql`
    select ${RULE_COLUMNS} from alert_rule where enabled and type = 'burn_rate' order by slo_id, id`);

/** The enabled rules that results trigger among these ids. */
export const findRules = (db: Db, ids: readonly string[]) =>
  db.rows<RuleRow>(sql`
    select ${RULE_COLUMNS} from alert_rule
    where ${BY_RESULTS} and id = any(${textArray(ids)}::uuid[])`);

export type RuleTargetKey = { ruleId: string; targetId: string };

function ruleTargetRows(ruleTargets: readonly RuleTargetKey[]): Sql {
  return sql`unnest(
    ${textArray(ruleTargets.map((ruleTarget) => ruleTarget.ruleId))}::uuid[],
    ${textArray(ruleTargets.map((ruleTarget) => ruleTarget.targetId))}::uuid[]
  ) with ordinality as g (rule_id, target_id, nr)`;
}

export type StoredCondition = {
  holds: boolean;
  cooldown_until: Date | null;
  pending_since: Date | null;
  /** Good results in a row by key of the series. */
  recovery: Record<string, number>;
  step: number | null;
};

/** The condition states of these rule targets. No row means the condition has not held so far. */
export const listConditions = (db: Db, ruleTargets: readonly RuleTargetKey[]) =>
  db.rows<StoredCondition & { rule_id: string; target_id: string }>(sql`
    select c.rule_id, c.target_id, c.holds, c.cooldown_until, c.pending_since, c.recovery, c.step
    from ${ruleTargetRows(ruleTargets)} join alert_condition c on c.rule_id = g.rule_id and c.target_id = g.target_id`);

export type WindowRequest = { targetId: string; fromMs: number; bucketMs: number; hasTimes: boolean };

export type BucketRow = {
  /** Number of the request, from one. */
  nr: number;
  index: number;
  total: number;
  failed: number;
  measured: number;
  response_us_sum: number;
  /** The measured times as big-endian int4, if requested. */
  response_us: Buffer | null;
};

/**
 * Counts the stored results of these windows by bucket. Read only when a rule or a target is loaded; later
 * results are added in memory.
 */
export const countWindowResults = (db: Db, requests: readonly WindowRequest[]) =>
  db.rows<BucketRow>(sql`
    select g.nr::int4 as nr,
      floor(extract(epoch from r.slot)::float8 * 1000 / g.bucket_ms)::float8 as index,
      count(*)::int4 as total,
      (count(*) filter (where r.status = 'd'))::int4 as failed,
      count(r.response_us)::int4 as measured,
      coalesce(sum(r.response_us), 0)::float8 as response_us_sum,
      string_agg(case when g.has_times then int4send(r.response_us) end, ''::bytea) as response_us
    from unnest(
      ${textArray(requests.map((request) => request.targetId))}::uuid[],
      ${intArray(requests.map((request) => request.fromMs))}::float8[],
      ${intArray(requests.map((request) => request.bucketMs))}::float8[],
      ${textArray(requests.map((request) => String(request.hasTimes)))}::boolean[]
    ) with ordinality as g (target_id, from_ms, bucket_ms, has_times, nr)
    join series s on s.target_id = g.target_id and s.step is null
    join lateral ${storedResults({
      columns: sql`series_key, slot, status, response_us`,
      ...{ seriesKey: sql`s.series_key`, from: sql`to_timestamp(g.from_ms / 1000)` },
    })} r on r.series_key = s.series_key and r.slot >= to_timestamp(g.from_ms / 1000)
      -- A constant in addition to the window's own bound, so that the planner excludes older days.
      and r.slot >= ${new Date(Math.min(...requests.map((request) => request.fromMs)))}
      and r.status <> 'e'
    group by g.nr, index
    order by g.nr, index`);

export type NewestRow = { target_id: string; series_key: number; value: number };

/** The expiry of the newest certificate at each location of these targets, if seen after `since`. */
export const listNewestExpiries = (db: Db, targetIds: readonly string[], since: Date) =>
  db.rows<NewestRow>(sql`
    select s.target_id, s.series_key, (extract(epoch from r.tls_expires_at) * 1000)::float8 as value
    from series s
    cross join lateral (
      select p.tls_expires_at 
      from ${storedResults({ columns: sql`series_key, slot, connection_key`, seriesKey: sql`s.series_key`, from: since })} r
      join check_connection p on p.connection_key = r.connection_key
      where r.series_key = s.series_key and r.slot >= ${since} and p.tls_expires_at is not null
      order by r.slot desc limit 1
    ) r
    where s.target_id = any(${textArray(targetIds)}::uuid[]) and s.step is null`);

/**
 * The visual difference of the worst screenshot in the newest run with a comparison, at each location of
 * these targets.
 */
export const listNewestDiffs = (db: Db, targetIds: readonly string[], since: Date) =>
  db.rows<NewestRow>(sql`
    select s.target_id, s.series_key, r.visual_diff_percent::float8 as value
    from series s
    cross join lateral (
      select visual_diff_percent from run
      where target_id = s.target_id and location = s.location and slot >= ${since}
        and finished_at is not null and visual_diff_percent is not null
      order by slot desc limit 1
    ) r
    where s.target_id = any(${textArray(targetIds)}::uuid[]) and s.step is null`);
