import { RULE_TARGETS, type RuleCondition, readParams } from "@vedette/contract/alerts/rule-conditions.ts";
import {
  isTunable,
  measuresOutages,
  type RuleTuneRequest,
  type RuleTuning,
  TUNABLE_TYPES,
} from "@vedette/contract/alerts/rule-tuning.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { SLO_TARGETS_MAX } from "@vedette/contract/slos/slo-limits.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import type { BurnRatePreview } from "../../../pipeline/alerting/preview/burn-rate/preview-burn-rate.ts";
import type { PreviewDeps } from "../../../pipeline/alerting/preview/prepare-preview.ts";
import type { PreviewLimits } from "../../../pipeline/alerting/preview/preview-limits.ts";
import {
  type Tuned,
  type TuneRequest,
  tune,
  tuneTooLarge,
} from "../../../pipeline/alerting/preview/tune/tune.ts";
import { tuneBurnRate, tuneCounted } from "../../../pipeline/alerting/preview/tune/tune-counted.ts";
import type { TunableCondition } from "../../../pipeline/alerting/preview/tune/tune-grid.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { getRuleSlo } from "../slos/service-rules.ts";
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
  const nowMs = clock.now();
  const deps = { db, clock, limits: { ...PREVIEW_LIMITS, ...limits } };
  const common = { nowMs, days: input.days, timing: timingOf(rule) };
  const { tuned, targets } =
    condition.type === "burn_rate"
      ? await tuneSlo(ctx, deps, { rule, input, request: { ...common, params: condition.params } })
      : await tuneTargets(deps, {
          ...{ ...common, orgId, condition },
          targets: await listTunedTargets(ctx, {
            rule,
            input,
            targetsMax: Math.floor(targetDaysMax / input.days),
          }),
        });
  return {
    rule_id: id,
    rule_type: rule.type,
    days: input.days,
    from: new Date(tuned.sinceMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    targets,
    measures_outages: measuresOutages(rule.type),
    outages: tuned.outages,
    combinations: tuned.combinations.map(toCombination),
  };
}

function timingOf(rule: RuleDefinitionRow) {
  return {
    cooldownMs: rule.cooldown_seconds * 1_000,
    confirmMs: rule.confirm_seconds * 1_000,
    recoveryThreshold: rule.recovery_threshold,
  };
}

type TuneOutcome = { tuned: Tuned; targets: number };

async function tuneTargets(
  deps: PreviewDeps,
  { condition, ...request }: TuneRequest<Exclude<TunableCondition, { type: "burn_rate" }>>,
): Promise<TuneOutcome> {
  const targets = request.targets.length;
  switch (condition.type) {
    case "visual_diff_threshold":
    case "missed":
    case "no_data":
    case "metric":
    case "change":
      return { targets, tuned: await tuneCounted(deps, { ...request, condition }) };
    default:
      return { targets, tuned: await tune(deps, { ...request, condition }) };
  }
}

async function tuneSlo(
  { db, orgId }: TuneContext,
  deps: PreviewDeps,
  {
    rule,
    input,
    request,
  }: { rule: RuleDefinitionRow; input: RuleTuneRequest; request: Omit<BurnRatePreview, "slo"> },
): Promise<TuneOutcome> {
  if (input.target_id != null)
    throw badFields([
      { path: "target_id", message: "cannot be set: the rule is about all targets of its SLO" },
    ]);
  const slo = await getRuleSlo(db, orgId, rule);
  const tuned = await tuneBurnRate(deps, { ...request, slo });
  const covered = await listRuleTargets(db, orgId, {
    ...{ kinds: TARGET_KINDS, id: null, selector: slo.selector, limit: SLO_TARGETS_MAX },
  });
  return { tuned, targets: covered.length };
}

function tunableConditionOf({ type, params }: RuleDefinitionRow): TunableCondition {
  const { condition, errors } = readParams(type, params);
  if (condition === null) throw badFields(errors);
  if (isTunableCondition(condition)) return condition;
  const message =
    `'${type}' cannot be tuned: when something expires is known, so the rule alerts exactly its number of days before. ` +
    `Change the days and preview the rule. The types that can be tuned are ${TUNABLE_TYPES.join(", ")}`;
  throw badFields([{ path: "type", message }]);
}

function isTunableCondition(condition: RuleCondition): condition is TunableCondition {
  return isTunable(condition.type);
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
