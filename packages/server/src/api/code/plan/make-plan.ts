import {
  CODE_ACTIONS,
  type CodePlan,
  type CodePlanAction,
  type CodePlanRequest,
  type CodeSummary,
} from "@vedette/contract/code/code-plan.ts";
import { CODE_ERRORS_MAX, type CodeError } from "@vedette/contract/code/code-resources.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { CodeContext } from "../code-context.ts";
import type { Kinds } from "../kinds/kinds.ts";
import { deleteExpiredPlans, deleteOlderPlans, insertPlan } from "../queries.ts";
import { type BuiltPlan, buildPlan } from "./build-plan.ts";
import { changesOf } from "./compare.ts";
import { findDrift } from "./drift.ts";
import { dryRun } from "./dry-run.ts";
import { addEffects } from "./effects.ts";

/** How long a plan can be applied. */
const PLAN_MS = 3_600_000;
/** A plan contains its document, which may be large. */
const PLANS_MAX = 20;

/** Makes a plan and stores it, unless it has errors. */
export async function makePlan(
  ctx: CodeContext,
  kinds: Kinds,
  { project, request }: { project: string; request: CodePlanRequest },
): Promise<CodePlan> {
  const { document, sources = {}, credentials = {}, options } = request;
  const built = await buildPlan(ctx, kinds, { project, document, options, credentials });
  const hasChanges = built.leftovers.length > 0 || built.items.some(({ action }) => action !== "unchanged");
  if (built.errors.length === 0 && hasChanges) {
    const { state, ...planned } = built;
    built.errors.push(...(await dryRun(mayApply(ctx), { ...planned, names: state.names, credentials })));
  }
  if (options.effects && built.errors.length === 0) await addEffects(ctx, built);
  const expiresAt = new Date(ctx.clock.now() + PLAN_MS);
  const plan_id = built.errors.length > 0 ? null : newId(ctx.clock.now());
  if (plan_id !== null) {
    await deleteExpiredPlans(ctx.db, new Date(ctx.clock.now()));
    await deleteOlderPlans(ctx.db, ctx.orgId, { project, keep: PLANS_MAX - 1 });
    const prints = Object.entries(credentials).map(([place, value]) => [place, ctx.fingerprint(value)]);
    const stored = { document, sources, options, credentials: Object.fromEntries(prints) };
    await insertPlan(ctx.db, ctx.orgId, {
      id: plan_id,
      project,
      request: stored,
      digest: built.digest,
      expiresAt,
    });
  }
  return {
    ...{ plan_id, project },
    revision: built.state.project?.revision ?? 0,
    expires_at: expiresAt.toISOString(),
    actions: await toActions(ctx, built),
    warnings: limited(built.warnings),
    errors: limited(built.errors),
    summary: summaryOf(built),
  };
}

/** A caller that may only read plans sees the plan of one that may apply it: nothing of it is kept. */
function mayApply(ctx: CodeContext): CodeContext {
  const { actor } = ctx;
  if (actor.kind === "key") return { ...ctx, actor: { ...actor, scope: "admin" }, mayWriteSecrets: true };
  if (ROLES.indexOf(actor.role) >= ROLES.indexOf("member")) return ctx;
  return { ...ctx, actor: { ...actor, role: "admin" }, mayWriteSecrets: true };
}

/** Also counts the leftovers. */
export function summaryOf({ items, leftovers }: Pick<BuiltPlan, "items" | "leftovers">): CodeSummary {
  const summary = Object.fromEntries(CODE_ACTIONS.map((action) => [action, 0])) as CodeSummary;
  for (const { action } of [...items, ...leftovers]) summary[action] += 1;
  return summary;
}

async function toActions(
  ctx: CodeContext,
  { items, leftovers, state }: BuiltPlan,
): Promise<CodePlanAction[]> {
  const drift = await findDrift(ctx, items, state);
  const written = items
    .filter(({ action }) => action !== "unchanged")
    .map((item): CodePlanAction => {
      const { resource, live, wanted, action, effect } = item;
      const isNew = live === null || action === "replace";
      const names = isNew ? Object.keys(wanted ?? {}) : item.changed;
      return {
        ...{ kind: resource.kind, key: resource.key, id: live?.id ?? null, action, effect },
        changes: wanted === null ? [] : changesOf(live?.fields ?? null, wanted, names, state.names),
        drift: drift.get(item) ?? [],
      };
    });
  const removed = leftovers.map(
    ({ row, live, action }): CodePlanAction => ({
      ...{ kind: row.kind, key: row.key, id: live.id, action, changes: [], drift: [], effect: null },
    }),
  );
  return [...written, ...removed];
}

function limited(problems: readonly CodeError[]): CodePlan["errors"] {
  const listed = problems
    .slice(0, CODE_ERRORS_MAX + 1)
    .map(({ path, message }) => ({ path: [...path], message }));
  const left = problems.length - listed.length;
  return left > 0 ? [...listed, { path: [], message: `and ${left} more` }] : listed;
}
