import { type AlertRulePreview, alertRulePreview } from "@vedette/contract/alerts/alert-rules.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { previewRule } from "../../resources/alert-rules/preview-rule.ts";
import type { CodeContext } from "../code-context.ts";
import type { Fields } from "../kinds/kind.ts";
import type { BuiltPlan } from "./build-plan.ts";
import type { Item } from "./item.ts";

/** Says what changes would have done: alerts of the last days by rules, and checks a month by intervals. */

const DAYS = 7;
const RULES_MAX = 20;
/** For all rules of a plan together. */
const DEADLINE_MS = 20_000;
const MONTH_SECONDS = 30 * 86_400;

export async function addEffects(ctx: CodeContext, { items }: BuiltPlan): Promise<void> {
  for (const item of items) item.effect = checksEffect(item);
  const endMs = ctx.clock.now() + DEADLINE_MS;
  const rules = items.filter(({ resource, action }) => resource.kind === "rule" && action !== "unchanged");
  for (const [nr, item] of rules.entries()) {
    const leftMs = endMs - ctx.clock.now();
    const isLeftOut = nr >= RULES_MAX || leftMs <= 0;
    item.effect = isLeftOut
      ? `not computed: a plan computes the effect of at most ${RULES_MAX} rules, for ${DEADLINE_MS / 1_000} s`
      : await alertsEffect(ctx, item, { items, durationMs: leftMs });
  }
}

/** Checks a month, at all locations. */
function checksEffect({ live, wanted, changed, action }: Item): string | null {
  if (
    wanted === null ||
    !(action === "create" || changed.includes("interval") || changed.includes("locations"))
  )
    return null;
  const after = checksOf(wanted);
  const before = live === null ? 0 : checksOf(live.fields);
  if (after === null || before === null || after === before) return null;
  return `${count(after)} checks a month, before: ${count(before)}`;
}

function checksOf({ interval, interval_seconds, locations }: Fields): number | null {
  const seconds = interval ?? interval_seconds;
  if (typeof seconds !== "number" || seconds <= 0) return null;
  return Math.round(
    (MONTH_SECONDS / seconds) * (Array.isArray(locations) ? Math.max(1, locations.length) : 1),
  );
}

function count(checks: number): string {
  return checks.toLocaleString("en-US");
}

async function alertsEffect(
  ctx: CodeContext,
  { wanted, live }: Item,
  { items, durationMs }: { items: readonly Item[]; durationMs: number },
): Promise<string | null> {
  const isNew = new Set(items.flatMap((item) => (item.live === null ? [item.id] : [])));
  try {
    const after = wanted && (await previewOf(ctx, wanted, { isNew, durationMs }));
    const before = live && (await previewOf(ctx, live.fields, { isNew, durationMs }));
    if (after === null) return null;
    const past = before === null ? "" : `, before: ${before}`;
    return `would have opened ${after} ${after === 1 ? "alert" : "alerts"} in the last ${DAYS} days${past}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `not computed: ${error.message}`;
  }
}

/** Resources that do not exist yet had no results. */
async function previewOf(
  ctx: CodeContext,
  { channel_ids: _channels, selector, ...fields }: Fields,
  { isNew, durationMs }: { isNew: ReadonlySet<string>; durationMs: number },
): Promise<number> {
  const rule: AlertRulePreview = alertRulePreview.parse({ ...fields, days: DAYS, selector });
  if (rule.slo_id != null && isNew.has(rule.slo_id)) return 0;
  const { targets, groups, ...filters } = rule.selector ?? {};
  const known = (targets ?? []).filter((id) => !isNew.has(id));
  const knownGroups = (groups ?? []).filter((id) => !isNew.has(id));
  const isNarrowed = known.length < (targets?.length ?? 0) || knownGroups.length < (groups?.length ?? 0);
  if (isNarrowed && known.length + knownGroups.length + Object.keys(filters).length === 0) return 0;
  const existing = {
    ...filters,
    ...(known.length > 0 && { targets: known }),
    ...(knownGroups.length > 0 && { groups: knownGroups }),
  };
  const preview = await previewRule(ctx, { ...rule, selector: rule.selector && existing }, { durationMs });
  return preview.total;
}
