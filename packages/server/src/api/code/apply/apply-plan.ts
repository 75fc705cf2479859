import { isDeepStrictEqual } from "node:util";
import type { CodeApplyRequest } from "@vedette/contract/code/code-plan.ts";
import { codePlanOptions } from "@vedette/contract/code/code-plan.ts";
import type { CodeApplied } from "@vedette/contract/code/code-projects.ts";
import { type CodeResource, toPointer } from "@vedette/contract/code/code-resources.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import { audit, type DeferredAudits, recordDeferred } from "../../../pipeline/audit/audit.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { CodeContext } from "../code-context.ts";
import type { Kinds } from "../kinds/kinds.ts";
import { type BuiltPlan, buildPlan } from "../plan/build-plan.ts";
import { errorsOf } from "../plan/dry-run.ts";
import { summaryOf } from "../plan/make-plan.ts";
import {
  deleteOldRemoved,
  findCodePlan,
  lockApplies,
  type ResourceRow,
  replaceResources,
  saveProject,
  saveRemoved,
  tryLockProject,
} from "../queries.ts";
import { executePlan } from "./execute.ts";
import { ownedRows } from "./owned-rows.ts";

/** The part of a request that a plan stores. */
const storedSchema = z.object({
  document: z.unknown(),
  sources: z.record(z.string(), z.string()),
  options: codePlanOptions,
  credentials: z.record(z.string(), z.string()).meta({ description: "Fingerprints" }),
});
type Stored = z.output<typeof storedSchema>;

/** The changed resources that an entry of the audit log names. */
const LOGGED_MAX = 500;

/** Applies exactly what a plan says, in the transaction of the context, or throws. */
export async function applyPlan(
  outer: CodeContext,
  kinds: Kinds,
  { project, request }: { project: string; request: CodeApplyRequest },
): Promise<CodeApplied> {
  const deferredAudits: DeferredAudits = [];
  const ctx: CodeContext = { ...outer, deferredAudits };
  const { db, orgId, clock } = ctx;
  const { plan_id: id, credentials = {} } = request;
  if (!(await tryLockProject(db, orgId, project)))
    throw new AppError(
      "APPLY_RUNNING",
      `Another apply of the project '${project}' is in progress. Wait until it is finished.`,
    );
  await lockApplies(db, orgId);
  const now = new Date(clock.now());
  const row = UUID_PATTERN.test(id) ? await findCodePlan(db, orgId, { id, project, now }) : null;
  if (row === null) throw stale("The plan does not exist or has expired.");
  const stored = storedSchema.parse(row.request);
  assertSameCredentials(ctx, stored, credentials);
  const known = Object.entries(credentials).filter(([place]) => place in stored.credentials);
  const planned = await build(ctx, kinds, { project, stored, credentials: Object.fromEntries(known) });
  if (planned.errors.length > 0 || planned.digest !== row.digest)
    throw stale("The project or a resource of the plan was changed since the plan was made.");
  const built =
    known.length === Object.keys(credentials).length
      ? planned
      : await build(ctx, kinds, { project, stored, credentials });
  assertComplete(built);
  const ids = await executePlan(ctx, {
    ...built,
    ...{ names: built.state.names, credentials },
    async attempt(subject, work) {
      try {
        await work();
      } catch (error) {
        throw error instanceof AppError && error.status < 500 ? placed(error, subject) : error;
      }
    },
  });
  const applied = await save(ctx, { kinds, built, ids, stored, project });
  await recordDeferred(db, deferredAudits);
  return applied;
}

function build(
  ctx: CodeContext,
  kinds: Kinds,
  {
    project,
    stored,
    credentials,
  }: { project: string; stored: Stored; credentials: Readonly<Record<string, string>> },
): Promise<BuiltPlan> {
  const { document, options } = stored;
  return buildPlan(ctx, kinds, { project, document, options, credentials });
}

function stale(reason: string): AppError {
  return new AppError("PLAN_STALE", `${reason} Make a plan again, review it, and apply that one.`);
}

/** A credential that the plan compared must be the one that is applied. */
function assertSameCredentials(
  { fingerprint }: CodeContext,
  { credentials: planned }: Stored,
  credentials: Readonly<Record<string, string>>,
): void {
  for (const [place, print] of Object.entries(planned)) {
    const value = credentials[place];
    if (value === undefined || fingerprint(value) !== print)
      throw stale(`The credential at ${place} is not the one that the plan was made with.`);
  }
}

function assertComplete({ warnings, errors }: BuiltPlan): void {
  const details = [...errors, ...warnings].map(({ path, message }) => ({ path: path.join("."), message }));
  if (details.length === 0) return;
  const [first] = details;
  throw new AppError("BAD_REQUEST", `The plan cannot be applied: ${first?.path} ${first?.message}.`, {
    details,
  });
}

/** Names the place in the document. */
function placed(error: AppError, subject: Parameters<typeof errorsOf>[0]): AppError {
  const details = errorsOf(subject, error).map(({ path, message }) => ({ path: path.join("."), message }));
  const [first] = details;
  const message = `Nothing was applied. ${first?.path || "The document"}: ${first?.message ?? error.message}`;
  return new AppError(error.code, message, { details, cause: error });
}

async function save(
  ctx: CodeContext,
  {
    kinds,
    built,
    ids,
    stored,
    project,
  }: {
    kinds: Kinds;
    built: BuiltPlan;
    ids: ReadonlyMap<CodeResource, string>;
    stored: Stored;
    project: string;
  },
): Promise<CodeApplied> {
  const { db, orgId, clock } = ctx;
  const at = new Date(clock.now());
  const { state, leftovers, document } = built;
  const summary = summaryOf(built);
  const sourceOf = (resource: CodeResource) => stored.sources[toPointer(resource.path)] ?? null;
  const rows = await ownedRows(ctx, kinds, {
    ...built,
    ids,
    sourceOf,
    keeps: stored.options.prune === "keep",
  });
  const resources = rows.map(({ kind, key, resource_id: id, source }) => ({ kind, key, id, source }));
  if (isSame(rows, state.rows)) return { revision: state.project?.revision ?? 0, summary, resources };
  const actions = [
    ...built.items.map(({ resource, action }) => ({ kind: resource.kind, key: resource.key, action })),
    ...leftovers.map(({ row, action }) => ({ kind: row.kind, key: row.key, action })),
  ].filter(({ action }) => action !== "unchanged");
  if (actions.length === 0) {
    // Only places in files have moved, or what was changed by hand is now in the document.
    await replaceResources(db, orgId, { project, rows });
    return { revision: state.project?.revision ?? 0, summary, resources };
  }
  const saved = await saveProject(db, orgId, { project, id: newId(at.getTime()), at, by: ctx.actor.name });
  await replaceResources(db, orgId, { project, rows });
  await deleteOldRemoved(db, orgId);
  const removed = leftovers.filter(({ action }) => action === "delete").map(({ row }) => row);
  await saveRemoved(db, orgId, { project, rows: removed, at });
  await audit(ctx, {
    action: "code_project.apply",
    target: { type: "code_project", id: saved.id },
    after: {
      ...{ project, revision: saved.revision, summary, actions: actions.slice(0, LOGGED_MAX) },
      resource_count: document.resources.length,
    },
  });
  return { revision: saved.revision, summary, resources };
}

/** Whether the project owns the same as before, as it was applied before. */
function isSame(rows: readonly Omit<ResourceRow, "project">[], before: BuiltPlan["state"]["rows"]): boolean {
  if (rows.length !== before.size) return false;
  return rows.every((row) => {
    const known = before.get(`${row.kind} ${row.key}`)?.row;
    return (
      known !== undefined &&
      known.key === row.key &&
      known.resource_id === row.resource_id &&
      known.protect === row.protect &&
      known.source === row.source &&
      isDeepStrictEqual(known.ignore_changes, row.ignore_changes) &&
      isDeepStrictEqual(known.applied, row.applied)
    );
  });
}
