import type { AlertRulePreview } from "@vedette/contract/alerts/alert-rules.ts";
import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import { RULE_TARGETS, readParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { previewBurnRate } from "../../../pipeline/alerting/preview/burn-rate/preview-burn-rate.ts";
import { preview } from "../../../pipeline/alerting/preview/preview.ts";
import { type PreviewLimits, tooLarge } from "../../../pipeline/alerting/preview/preview-limits.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { findPolicyErrors } from "../escalation-policies/service-rules.ts";
import { findSloErrors, getRuleSlo } from "../slos/service-rules.ts";
import { channelsOf, findChannelErrors, findTargetErrors, parseTarget } from "./definition.ts";
import { listRuleTargets } from "./queries.ts";
import type { RuleContext } from "./service.ts";

/**
 * The limits of results are a few seconds of work each, measured with 1,000 monitors over 30 days. The longest duration
 * is for a busy machine.
 */
export const PREVIEW_LIMITS: PreviewLimits = {
  resultsMax: 1_500_000,
  newResultsMax: 5_000_000,
  durationMs: 25_000,
};
/** The duration, and the statement that runs when it ends. */
export const PREVIEW_TIMEOUT_MS = PREVIEW_LIMITS.durationMs + 10_000;
/** Days of all targets together; each takes 24 hours of rollups. */
export const TARGET_DAYS_MAX = 100_000;

type PreviewContext = Pick<RuleContext, "db" | "orgId" | "clock">;

/** Returns the alerts that a rule would have opened in the last days. The rule is not stored. */
export async function previewRule(
  ctx: PreviewContext,
  input: AlertRulePreview,
  { targetDaysMax = TARGET_DAYS_MAX, ...limits }: Partial<PreviewLimits> & { targetDaysMax?: number } = {},
): Promise<Preview> {
  const { db, orgId, clock } = ctx;
  const { value: target, errors: targetErrors } = parseTarget(input);
  const { condition, errors: paramErrors } = readParams(input.type, input.params);
  const errors = [
    ...targetErrors,
    ...(paramErrors ?? []),
    ...(await findTargetErrors(db, orgId, { type: input.type, params: input.params, target })),
    ...(await findSelectorErrors(db, orgId, { before: null, after: input.selector ?? null })),
    ...(await findChannelErrors(db, orgId, { channelIds: channelsOf(input), input })),
    ...(await findPolicyErrors(db, orgId, input.escalation_policy_id ?? null)),
    ...(await findSloErrors(db, orgId, { ...input, target, before: null })),
  ];
  if (errors.length > 0 || condition === null) throw badFields(errors);
  const timing = {
    cooldownMs: input.cooldown_seconds * 1_000,
    confirmMs: input.confirm_seconds * 1_000,
    recoveryThreshold: input.recovery_threshold,
  };
  const deps = { db, clock, limits: { ...PREVIEW_LIMITS, ...limits } };
  if (condition.type === "burn_rate") {
    const slo = await getRuleSlo(db, orgId, input);
    return previewBurnRate(deps, {
      ...{ slo, params: condition.params, timing, days: input.days, nowMs: clock.now() },
    });
  }
  const kinds = target === null ? RULE_TARGETS[input.type] : [target.kind];
  const targetsMax = Math.floor(targetDaysMax / input.days);
  const targets = await listRuleTargets(db, orgId, {
    ...{ kinds, id: target?.id ?? null },
    selector: input.selector ?? null,
    limit: targetsMax + 1,
  });
  if (targets.length > targetsMax)
    throw tooLarge(`covers more than ${targetsMax.toLocaleString("en")} targets`);
  return preview(deps, {
    ...{ orgId, condition, timing, days: input.days, nowMs: clock.now() },
    targets: targets.map(({ id, kind, name }) => ({ id, kind, name })),
  });
}
