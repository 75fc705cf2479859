import { RULE_TARGETS } from "@vedette/contract/alerts/rule-conditions.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { TargetCoverage } from "@vedette/contract/targets/coverage.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { listWindowsOf } from "../../../pipeline/alerting/maintenance/queries.ts";
import { covers } from "../../../pipeline/alerting/maintenance/window.ts";
import { toWindow } from "../../../pipeline/alerting/maintenance/window-cache.ts";
import { appliesTo } from "../../../pipeline/alerting/rules/rule.ts";
import { type FirstPeople, firstPeopleOf } from "../../../pipeline/on-call/escalations/first-people.ts";
import { withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  findRuleSelector,
  listCoveringRules,
  listRuleSelectors,
  type RuleChannelRow,
  type RuleSelectorRow,
} from "./coverage-queries.ts";

type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

/** Returns the rules with their channels, and the present and future maintenance windows, that cover a target. */
export async function getCoverage({ db, orgId, clock }: ReadContext, id: string): Promise<TargetCoverage> {
  const [target] = UUID_PATTERN.test(id) ? await listSelectables(db, orgId, id) : [];
  if (target === undefined) throw notFound("target");
  const rows = await withNestedGroups(db, await listCoveringRules(db, orgId, target.targetId));
  const nowMs = clock.now();
  const covering = rows.filter(({ type, target_id: targetId, selector }) =>
    appliesTo(type, { targetId, selector }, target),
  );
  const policyIds = [...new Set(covering.flatMap(({ escalation_policy_id: policyId }) => policyId ?? []))];
  const policies = await firstPeopleOf(db, orgId, { policyIds, atMs: nowMs });
  const rules = covering.map(({ id, name, type, severity, enabled, channels, escalation_policy_id }) => ({
    ...{ id, name, type, severity, enabled, channels },
    escalation_policy: toPolicy(policies.get(escalation_policy_id ?? "")),
  }));
  const windows = await withNestedGroups(db, await listWindowsOf(db, [orgId], new Date(nowMs)));
  return {
    rules,
    maintenance_windows: windows
      .map(toWindow)
      .filter((window) => covers(window, { orgId, ...target }))
      .map(({ id, name, mode, timetable }) => ({
        ...{ id, name, mode },
        active: timetable.onAt(nowMs) !== null,
        next_starts_at: instant(timetable.nextStartMs(nowMs)),
      })),
    is_notified: rules.some(
      ({ enabled, channels, escalation_policy: policy }) =>
        enabled && (policy !== null || channels.some(isWorking)),
    ),
  };
}

function toPolicy(policy: FirstPeople | undefined) {
  return policy ? { id: policy.id, name: policy.name, on_call: [...policy.people] } : null;
}

const isWorking = ({ enabled }: RuleChannelRow): boolean => enabled;

/** Returns the selectors that all select a target if the rule covers it. An unknown rule covers nothing. */
export async function selectorsOfRule({ db, orgId }: ReadContext, id: string): Promise<Selector[]> {
  const rule = UUID_PATTERN.test(id) ? await findRuleSelector(db, orgId, id) : null;
  if (rule === null) return [{ targets: [] }];
  return selectorsOf(rule);
}

/** Returns the same for each enabled rule of the organization. */
export async function selectorsOfRules({ db, orgId }: ReadContext): Promise<Selector[][]> {
  return (await listRuleSelectors(db, orgId)).map(selectorsOf);
}

function selectorsOf({ type, target_id: targetId, selector }: RuleSelectorRow): Selector[] {
  return [targetId === null ? (selector ?? {}) : { targets: [targetId] }, { kinds: [...RULE_TARGETS[type]] }];
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
