import { readParams } from "@vedette/contract/alerts/alert-rules.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { findRules, listRuleRevisions, type RuleRow } from "../evaluation/queries.ts";
import { appliesTo, type Rule } from "./rule.ts";

/**
 * The enabled rules, in memory. A notification announces each change at once; a comparison of revisions every
 * few seconds finds missed ones.
 */
export type RuleCache = {
  /** The rules that apply to a result of this target. */
  rulesFor(target: { orgId: string; targetId: string; kind: TargetKind }): readonly Rule[];
  /** Reloads some rules. For callers that find out that they changed. */
  refresh(db: Db, ids: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

/** Channel of NOTIFY; the payload is a rule id. */
const CHANNEL = "alert_rules_changed";
const COMPARE_INTERVAL_MS = 10_000;
/** Changes that arrive within this time are read together. */
const GATHER_MS = 10;
const RELOAD_MAX = 1_000;

export async function watchRules({ database, log }: { database: Database; log: Logger }): Promise<RuleCache> {
  const byId = new Map<string, Rule>();
  /** By target id; organization-wide rules by organization id. */
  const byScope = new Map<string, Map<string, Rule>>();
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;

  function store(rule: Rule): void {
    remove(rule.id);
    byId.set(rule.id, rule);
    const rules = byScope.get(scopeOf(rule)) ?? new Map<string, Rule>();
    byScope.set(scopeOf(rule), rules.set(rule.id, rule));
  }

  function remove(id: string): void {
    const rule = byId.get(id);
    if (!rule) return;
    byId.delete(id);
    const rules = byScope.get(scopeOf(rule));
    rules?.delete(id);
    if (rules?.size === 0) byScope.delete(scopeOf(rule));
  }

  async function reload(ids: readonly string[], db: Db = database): Promise<void> {
    for (let at = 0; at < ids.length; at += RELOAD_MAX) {
      const some = ids.slice(at, at + RELOAD_MAX);
      const found = await findRules(db, some);
      for (const id of some) remove(id);
      for (const row of found) {
        const rule = toRule(row);
        if (rule) store(rule);
        else log.warn("alerts.rule_unreadable", { rule_id: row.id });
      }
    }
  }

  async function compare(): Promise<void> {
    const rows = await listRuleRevisions(database);
    const present = new Set(rows.map(({ id }) => id));
    for (const id of [...byId.keys()]) if (!present.has(id)) remove(id);
    await reload(rows.filter(({ id, revision }) => byId.get(id)?.revision !== revision).map(({ id }) => id));
  }

  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => log.warn("alerts.rules_failed", errorFacts(error)));
  }

  function onNotification(id: string): void {
    // An empty payload follows a reconnect: notifications may have been missed.
    if (id === "") {
      attempt(compare);
      return;
    }
    changed.add(id);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const ids = [...changed];
      changed.clear();
      attempt(() => reload(ids));
    }, GATHER_MS);
  }

  const endListening = await database.listen(CHANNEL, onNotification);
  await compare();
  const timer = setInterval(() => attempt(compare), COMPARE_INTERVAL_MS);

  return {
    rulesFor(target) {
      const own = byScope.get(target.targetId);
      const all = byScope.get(target.orgId);
      if (!own && !all) return NONE;
      return [...(own?.values() ?? []), ...(all?.values() ?? [])].filter((rule) => appliesTo(rule, target));
    },
    refresh: (db, ids) => reload(ids, db),
    async stop() {
      clearInterval(timer);
      clearTimeout(gathering);
      await endListening();
    },
  };
}

const NONE: readonly Rule[] = [];

function scopeOf({ targetId, orgId }: Rule): string {
  return targetId ?? orgId;
}

/** Returns null if the params do not match this version's schema: another version wrote them. */
function toRule(row: RuleRow): Rule | null {
  const { condition } = readParams(row.type, row.params);
  if (condition === null) return null;
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    condition,
    targetId: row.target_id,
    severity: row.severity,
    cooldownMs: row.cooldown_seconds * 1_000,
    remindEveryMs: row.remind_every_seconds === null ? null : row.remind_every_seconds * 1_000,
    revision: row.revision,
  };
}
