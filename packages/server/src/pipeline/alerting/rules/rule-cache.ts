import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { TableCache } from "../../../platform/storage/table-cache.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import type { Selectable } from "../../selectors/selects.ts";
import { findRules, listRuleRevisions } from "../evaluation/queries.ts";
import { appliesTo, type Rule } from "./rule.ts";
import { toRule } from "./to-rule.ts";

const NONE: readonly Rule[] = [];

/** The enabled rules that are evaluated on results, in memory. */
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
