import { type AlertRulePreview, RULE_TARGETS, readParams } from "@vedette/contract/alert-rules.ts";
import type { Preview } from "@vedette/contract/alerts.ts";
import { type PreviewTarget, preview } from "../../alerting/preview/preview.ts";
import { badFields } from "../../kernel/errors.ts";
import { channelFaults, channelsOf, readTarget, targetFaults } from "./definition.ts";
import { listTargets } from "./queries.ts";
import type { RuleContext } from "./service.ts";

/** Replayed in one request at most: some ten seconds of work, within the time that an answer has. */
const RESULTS_MAX = 1_500_000;
const TARGETS_MAX = 10_000;

/** What a rule would have done in the last days. It need not exist, and does not afterwards. */
export async function previewRule(ctx: RuleContext, input: AlertRulePreview): Promise<Preview> {
  const { db, orgId } = ctx;
  const { value: target, faults } = readTarget(input);
  const { condition, faults: paramFaults } = readParams(input.type, input.params);
  const all = [
    ...faults,
    ...(paramFaults ?? []),
    ...(await targetFaults(db, orgId, { type: input.type, target })),
    ...(await channelFaults(db, orgId, { channelIds: channelsOf(input), input })),
  ];
  if (all.length > 0 || condition === null) throw badFields(all);
  const kinds = target === null ? RULE_TARGETS[input.type] : [target.kind];
  const targets = (await listTargets(db, orgId, { kinds, id: target?.id ?? null, limit: TARGETS_MAX })).map(
    ({ id, kind, name, results_a_day }): PreviewTarget => ({
      id,
      kind,
      name,
      resultsADay: results_a_day ?? ON_DEMAND_A_DAY,
    }),
  );
  refuseTooMany(targets, input.days);
  const { cooldown_seconds } = input;
  return preview(db, {
    orgId,
    condition,
    cooldownMs: cooldown_seconds * 1_000,
    targets,
    days: input.days,
    nowMs: ctx.clock.now(),
  });
}

/** For a target without an interval: more than anybody asks for by hand. */
const ON_DEMAND_A_DAY = 1_440;

function refuseTooMany(targets: readonly PreviewTarget[], days: number): void {
  const results = targets.reduce((sum, { resultsADay }) => sum + resultsADay * days, 0);
  if (results <= RESULTS_MAX) return;
  const message =
    `would replay about ${Math.round(results).toLocaleString("en")} results, and at most ` +
    `${RESULTS_MAX.toLocaleString("en")} are; take fewer days, or one target`;
  throw badFields([{ path: "days", message }]);
}
