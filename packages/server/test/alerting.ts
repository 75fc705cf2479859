import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckOutcome, CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { NO_SUPPRESSION, type Suppression } from "../src/pipeline/alerting/alerts/suppression.ts";
import { Alerting } from "../src/pipeline/alerting/evaluation/alerting.ts";
import { RuleCache } from "../src/pipeline/alerting/rules/rule-cache.ts";
import { ObservedChanges } from "../src/pipeline/changes/observing/observed-changes.ts";
import { ConnectionFacts } from "../src/pipeline/results/recording/connection-facts.ts";
import {
  type FinishedReport,
  type RecordDeps,
  type Recorded,
  recordBatch,
} from "../src/pipeline/results/recording/record-batch.ts";
import { ensurePartitionsOf } from "../src/pipeline/results/retention/partitions.ts";
import type { Definition } from "../src/pipeline/scheduler/definition.ts";
import { findDefinitions, listTargetIds } from "../src/pipeline/scheduler/queries.ts";
import type { Selectable } from "../src/pipeline/selectors/selects.ts";
import { type Clock, systemClock } from "../src/platform/kernel/clock.ts";
import { newId } from "../src/platform/kernel/ids.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import type { Database, Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";

/** Creates alerting rows for tests, and records results like the scheduler does. */

/** A target as rules and maintenance windows select it: without group, of no type. */
export function selectable(orgId: string, targetId: string, change: Partial<Selectable> = {}) {
  return { orgId, targetId, kind: "monitor", type: null, tags: [], groupId: null, ...change } as const;
}

export async function makeChannel(db: Db, orgId: string): Promise<string> {
  const id = newId(Date.now());
  await db.run(sql`
    insert into alert_channel (id, org_id, name, type, config, encrypted_config, created_at, updated_at)
    values (${id}, ${orgId}, ${`Channel ${id}`}, 'webhook', '{}', '', now(), now())`);
  return id;
}

export type RuleInput = RuleCondition & {
  orgId: string;
  targetId?: string | null;
  channelIds?: readonly string[];
  cooldownSeconds?: number;
  confirmSeconds?: number;
  recoveryThreshold?: number;
  remindEverySeconds?: number | null;
  notifyRecovery?: boolean;
  groupBy?: string;
  flapDetection?: boolean;
  opensIncident?: boolean;
  policyId?: string | null;
};

export async function makeRule(db: Db, input: RuleInput): Promise<string> {
  const { orgId, targetId = null, channelIds = [], cooldownSeconds = 0, notifyRecovery = true } = input;
  const id = newId(Date.now());
  await db.run(sql`
    insert into alert_rule (id, org_id, name, type, params, target_id, cooldown_seconds, confirm_seconds,
      recovery_threshold, remind_every_seconds, notify_recovery, group_by, flap_detection,
      opens_incident, escalation_policy_id, created_at, updated_at)
    values (${id}, ${orgId}, 'Test', ${input.type}, ${JSON.stringify(input.params)}::jsonb, ${targetId},
      ${cooldownSeconds}, ${input.confirmSeconds ?? 0}, ${input.recoveryThreshold ?? 1}, ${input.remindEverySeconds ?? null}, ${notifyRecovery},
      ${input.groupBy ?? "target"}, ${input.flapDetection ?? false},
      ${input.opensIncident ?? false}, ${input.policyId ?? null}, now(), now())`);
  for (const [position, channelId] of channelIds.entries()) {
    await db.run(sql`
      insert into alert_rule_channel (rule_id, channel_id, position) values (${id}, ${channelId}, ${position})`);
  }
  await db.run(sql`select pg_notify('alert_rules_changed', ${id})`);
  return id;
}

/** Creates an open alert. Its target does not exist, nor does its rule by default. */
export async function makeAlert(
  db: Db,
  {
    orgId,
    atMs = Date.now(),
    ruleId,
    groupKey = null,
    name = "Shop",
    targetId,
  }: {
    orgId: string;
    atMs?: number;
    ruleId?: string;
    groupKey?: string | null;
    name?: string;
    targetId?: string;
  },
): Promise<string> {
  const id = newId(atMs);
  await db.run(sql`
    insert into alert (id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title,
      message, evidence, group_key, triggered_at)
    values (${id}, ${orgId}, ${ruleId ?? newId(atMs)}, 'ssl_expiry', 'warning',
      ${targetId ?? newId(atMs)}, 'monitor', ${name},
      ${`${name} is down`}, 'It is.', ${JSON.stringify(EVIDENCE)}::jsonb, ${groupKey}, ${new Date(atMs)})`);
  return id;
}

const EVIDENCE = { location: "default", result_id: null, run_id: null, error: null, threshold: 14, value: 3 };

/** A result to record; up at the default location unless specified. */
export type RecordedResult = {
  seriesKey: number;
  slotMs: number;
  location?: string;
  status?: CheckStatus;
  responseUs?: number;
  tlsExpiresAtMs?: number;
  /** What else the check found. */
  found?: Partial<CheckOutcome>;
  traceId?: string;
};

export type Recording = {
  readonly rules: RuleCache;
  readonly events: LiveEvent[];
  /** Records results in one batch. */
  record(results: readonly RecordedResult[]): Promise<void>;
  /**
   * Records a result for each letter (`.` up, `g` degraded, `x` down, `e` error), one second apart and each in its own
   * batch. Returns the slot after the last one.
   */
  recordEach(seriesKey: number, letters: string, fromMs: number): Promise<number>;
  /** Reloads the target's definition, like a change notification does. */
  reload(targetId: string): Promise<void>;
  stop(): Promise<void>;
};

/** Starts recording like a scheduler that has just started. */
export async function startRecording(
  database: Database,
  {
    suppression = NO_SUPPRESSION,
    db = database,
    clock = systemClock,
    onRecorded = () => {},
  }: {
    suppression?: Suppression;
    db?: Database;
    clock?: Clock;
    onRecorded?: (recorded: Recorded) => void;
  } = {},
): Promise<Recording> {
  const rules = await RuleCache.open({ database, log: silentLogger });
  const bySeries = new Map<number, Definition>();
  const events: LiveEvent[] = [];
  const reload = async (targetIds: readonly string[]) => {
    for (const [key, { targetId }] of [...bySeries]) if (targetIds.includes(targetId)) bySeries.delete(key);
    for (const definition of await findDefinitions(database, targetIds))
      for (const { seriesKey } of definition.series) bySeries.set(seriesKey, definition);
  };
  const deps: RecordDeps = {
    database: db,
    clock,
    connectionFacts: new ConnectionFacts({ database, clock: systemClock }),
    isCurrent: () => true,
    findTarget: (key) => bySeries.get(key) ?? null,
    loadSeries: async (keys) => reload(await listTargetIds(database, keys)),
    reload,
    mergeLate: async () => {},
    ensurePartitions: (instants) => ensurePartitionsOf(database, instants),
    changes: new ObservedChanges(),
    alerting: new Alerting({
      rules,
      suppression,
      clock,
      publish: (some) => void events.push(...some),
    }),
  };
  const record = async (results: readonly RecordedResult[]) => {
    onRecorded(await recordBatch(deps, () => ({ reports: results.map(toReport), gaps: [] })));
  };
  return {
    rules,
    events,
    record,
    async recordEach(seriesKey, letters, fromMs) {
      for (const [nr, letter] of [...letters].entries())
        await record([{ seriesKey, slotMs: fromMs + nr * 1_000, status: STATUSES[letter] ?? "up" }]);
      return fromMs + letters.length * 1_000;
    },
    reload: (targetId) => reload([targetId]),
    stop: () => rules.stop(),
  };
}

const STATUSES: Record<string, CheckStatus> = { ".": "up", g: "degraded", x: "down", e: "error" };

const ERRORS: Record<CheckStatus, CheckError | null> = {
  up: null,
  degraded: null,
  down: { code: "CONNECT_REFUSED", message: "Nothing listens there.", phase: "connect" },
  error: { code: "ADDRESS_BLOCKED", message: "the address is closed", phase: "connect" },
};

function toReport(result: RecordedResult): FinishedReport {
  const { seriesKey, slotMs, location = "default", status = "up", responseUs, tlsExpiresAtMs } = result;
  const { traceId } = result;
  const isDown = status === "down";
  const outcome: CheckOutcome = {
    status,
    checkedAtMs: slotMs,
    responseUs: responseUs ?? 1_000,
    timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null },
    statusCode: isDown ? null : 200,
    ip: null,
    tls: tlsExpiresAtMs === undefined ? null : { expiresAtMs: tlsExpiresAtMs, issuer: null, protocol: null },
    bodyBytes: null,
    attempts: 1,
    assertions: [],
    error: ERRORS[status],
    ...result.found,
    ...(traceId && { traceId }),
  };
  return { seriesKey, shard: 0, slotMs, location, trigger: "schedule", runner: "r1", outcome };
}

export type StoredAlert = {
  id: string;
  rule_id: string;
  target_id: string;
  status: string;
  title: string;
  message: string;
  evidence: Record<string, unknown>;
  suppressed_by: string | null;
  resolved_by: string | null;
  triggered_at: Date;
  resolved_at: Date | null;
};

/** Lists the alerts of an organization, oldest first. */
export const listAlerts = (db: Db, orgId: string) =>
  db.rows<StoredAlert>(sql`select * from alert where org_id = ${orgId} order by id`);

/** Lists the notifications of an organization as `<kind> <channel>`, in the order of delivery. */
export async function listNotifications(db: Db, orgId: string): Promise<string[]> {
  const rows = await db.rows<{ text: string }>(sql`
    select kind || ' ' || channel_id as text from alert_notification where org_id = ${orgId} order by id`);
  return rows.map(({ text }) => text);
}
