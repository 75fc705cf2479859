import { readParams } from "@vedette/contract/alerts/alert-rules.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { TableCache } from "../../../platform/storage/table-cache.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import type { Selectable } from "../../selectors/selects.ts";
import { findRules, listRuleRevisions, type RuleRow } from "../evaluation/queries.ts";
import { appliesTo, type Rule } from "./rule.ts";

const NONE: readonly Rule[] = [];

/** The enabled rules, in memory. */
export class RuleCache {
  readonly #cache: TableCache<Rule>;

  private constructor(cache: TableCache<Rule>) {
    this.#cache = cache;
  }

  /** Resolves when all rules are loaded. */
  static async open({ database, log }: { database: Database; log: Logger }): Promise<RuleCache> {
    const cache = new TableCache<Rule>({
      database,
      log,
      channel: "alert_rules_changed",
      failedEvent: "alerts.rules_load_failed",
      idOf: ({ id }) => id,
      groupOf: ({ targetId, orgId }) => targetId ?? orgId,
      listRevisions: () => listRuleRevisions(database),
      revisionOf: ({ revision }) => revision,
      async find(db, ids) {
        const rows = await withNestedGroups(db, await findRules(db, ids));
        return rows.flatMap((row) => toRule(row, log) ?? []);
      },
    });
    await cache.start();
    return new RuleCache(cache);
  }

  /** The rules that apply to a result of this target. */
  rulesFor(target: Selectable & { orgId: string }): readonly Rule[] {
    const own = this.#cache.group(target.targetId);
    const all = this.#cache.group(target.orgId);
    if (!own && !all) return NONE;
    return [...(own?.values() ?? []), ...(all?.values() ?? [])].filter((rule) =>
      appliesTo(rule.condition.type, rule, target),
    );
  }

  /** Reloads some rules. For callers that find out that they changed. */
  refresh(db: Db, ids: readonly string[]): Promise<void> {
    return this.#cache.refresh(ids, db);
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }
}

/** Returns null if the params do not match this version's schema: another version wrote them. */
function toRule(row: RuleRow, log: Logger): Rule | null {
  const { condition } = readParams(row.type, row.params);
  if (condition === null) {
    log.warn("alerts.rule_invalid", { rule_id: row.id });
    return null;
  }
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    condition,
    targetId: row.target_id,
    selector: row.selector,
    severity: row.severity,
    timing: {
      cooldownMs: row.cooldown_seconds * 1_000,
      confirmMs: row.confirm_seconds * 1_000,
      recoveryThreshold: row.recovery_threshold,
    },
    remindEveryMs: row.remind_every_seconds === null ? null : row.remind_every_seconds * 1_000,
    revision: row.revision,
  };
}
