import { RULE_TARGETS, readParams } from "@vedette/contract/alerts/alert-rules.ts";
import {
  type RuleTuneRequest,
  type RuleTuning,
  TUNABLE_TYPES,
} from "@vedette/contract/alerts/rule-tuning.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { PreviewLimits } from "../../../pipeline/alerting/preview/preview-limits.ts";
import { type Tuned, tune, tuneTooLarge } from "../../../pipeline/alerting/preview/tune/tune.ts";
import type { TunableCondition } from "../../../pipeline/alerting/preview/tune/tune-grid.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { PREVIEW_LIMITS, TARGET_DAYS_MAX } from "./preview-rule.ts";
import { findRule, listRuleTargets, type RuleDefinitionRow } from "./queries.ts";
import type { RuleContext } from "./service.ts";

type TuneContext = Pick<RuleContext, "db" | "orgId" | "clock">;
type TuneLimits = PreviewLimits & { targetDaysMax: number };

/** Replays a grid of settings of a stored rule over its targets. Changes nothing. */
export async function tuneRule(
  ctx: TuneContext,
  { id, input }: { id: string; input: RuleTuneRequest },
  { targetDaysMax = TARGET_DAYS_MAX, ...limits }: Partial<TuneLimits> = {},
): Promise<RuleTuning> {
  const { db, orgId, clock } = ctx;
  const rule = UUID_PATTERN.test(id) ? await findRule(db, orgId, id) : null;
  if (rule === null) throw notFound("alert rule");
  const condition = tunableConditionOf(rule);
  const targets = await listTunedTargets(ctx, {
    rule,
    input,
    targetsMax: Math.floor(targetDaysMax / input.days),
  });
  const nowMs = clock.now();
  const tuned = await tune(
    { db, clock, limits: { ...PREVIEW_LIMITS, ...limits } },
    {
      ...{ orgId, condition, targets, nowMs },
      timing: {
        cooldownMs: rule.cooldown_seconds * 1_000,
        confirmMs: rule.confirm_seconds * 1_000,
        recoveryThreshold: rule.recovery_threshold,
      },
      days: input.days,
    },
  );
  return {
    rule_id: id,
    rule_type: rule.type,
    days: input.days,
    from: new Date(tuned.sinceMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    targets: targets.length,
    outages: tuned.outages,
    combinations: tuned.combinations.map(toCombination),
  };
}

function tunableConditionOf({ type, params }: RuleDefinitionRow): TunableCondition {
  const { condition, errors } = readParams(type, params);
  if (condition === null) throw badFields(errors);
  switch (condition.type) {
    case "consecutive_failures":
    case "error_rate":
    case "latency_threshold":
      return condition;
    default:
      throw badFields([
        {
          path: "type",
          message: `'${type}' cannot be tuned; preview the rule with other params, or tune one of ${TUNABLE_TYPES.join(", ")}`,
        },
      ]);
  }
}

async function listTunedTargets(
  { db, orgId }: TuneContext,
  { rule, input, targetsMax }: { rule: RuleDefinitionRow; input: RuleTuneRequest; targetsMax: number },
) {
  const named = input.target_id ?? null;
  const isOther = rule.target_id !== null && named !== null && named !== rule.target_id;
  const isKnown = named === null || (UUID_PATTERN.test(named) && !isOther);
  const targets = isKnown
    ? await listRuleTargets(db, orgId, {
        kinds: RULE_TARGETS[rule.type],
        id: named ?? rule.target_id,
        selector: rule.selector,
        limit: targetsMax + 1,
      })
    : [];
  if (named !== null && targets.length === 0)
    throw badFields([{ path: "target_id", message: "is not the id of a target that the rule covers" }]);
  if (targets.length > targetsMax)
    throw tuneTooLarge(`covers more than ${targetsMax.toLocaleString("en")} targets`);
  return targets.map(({ id, kind, name }) => ({ id, kind, name }));
}

function toCombination(each: Tuned["combinations"][number]): RuleTuning["combinations"][number] {
  return {
    params: { ...each.condition.params },
    recovery_threshold: each.recoveryThreshold,
    alerts: each.alerts,
    brief_alerts: each.brief,
    delay_seconds: secondsOf(each.delayMs),
    recovery_seconds: secondsOf(each.recoveryMs),
    missed_outages: each.missed,
    is_rule: each.isRule,
    is_knee: each.isKnee,
  };
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1_000);
}
