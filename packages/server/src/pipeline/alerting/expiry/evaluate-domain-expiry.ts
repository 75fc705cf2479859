import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { applyVerdicts, type Judged, type VerdictDeps } from "../evaluation/apply-verdicts.ts";
import { expiryStepVerdict } from "../evaluation/expiry-verdict.ts";
import { listDomainExpiryRules } from "../evaluation/queries.ts";
import type { RuleVerdict } from "../evaluation/rule-verdict.ts";
import { appliesTo } from "../rules/rule.ts";
import { toRule } from "../rules/to-rule.ts";
import { type ExpiringDomainRow, listExpiringDomains } from "./queries.ts";

/**
 * The job `alerts.expiry`: evaluates the rules of the type `expiry` about domains. No result triggers them, because the
 * registration of a domain is looked up apart from the checks of its monitors.
 */

const DAY_MS = 86_400_000;

export type DomainExpiryDeps = VerdictDeps & { clock: Clock; log: Logger };

export async function evaluateDomainExpiry(
  deps: DomainExpiryDeps,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const nowMs = deps.clock.now();
  await applyVerdicts(deps, await judgeMonitors(deps, nowMs), { nowMs, signal });
}

async function judgeMonitors({ database, log }: DomainExpiryDeps, nowMs: number): Promise<Judged[]> {
  const rows = await withNestedGroups(database, await listDomainExpiryRules(database));
  const rules = rows.flatMap((row) => toRule(row, log) ?? []);
  if (rules.length === 0) return [];
  const days = rules.map(({ condition: { type, params } }) =>
    type === "expiry" ? Math.max(...params.days) : 0,
  );
  const monitors = await listExpiringDomains(database, {
    orgIds: [...new Set(rules.map(({ orgId }) => orgId))],
    ruleIds: rules.map(({ id }) => id),
    before: new Date(nowMs + Math.max(...days) * DAY_MS),
  });
  const rulesOf = Map.groupBy(rules, ({ orgId }) => orgId);
  return monitors.flatMap((target) =>
    (rulesOf.get(target.orgId) ?? []).flatMap((rule): Judged[] => {
      const { condition } = rule;
      if (!appliesTo(condition.type, rule, target)) return [];
      if (condition.type !== "expiry") return [];
      return [{ rule, target, verdict: verdictOf(condition.params.days, target, nowMs) }];
    }),
  );
}

/** While the end of a domain is unknown, there is no verdict. If it has none, an open alert resolves. */
function verdictOf(days: readonly number[], row: ExpiringDomainRow, nowMs: number): RuleVerdict {
  const { domain, expires_at: expiresAt, has_no_end: hasNoEnd } = row;
  const expiry = expiresAt && domain !== null ? { atMs: expiresAt.getTime(), facts: { domain } } : null;
  const verdict = expiryStepVerdict(days, expiry, nowMs);
  return hasNoEnd ? { ...verdict, holds: false } : verdict;
}
