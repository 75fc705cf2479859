import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { CodeResource } from "@vedette/contract/code/code-resources.ts";
import type { ReadDocument } from "@vedette/contract/code/read-document.ts";
import { toCreateRequest } from "@vedette/contract/code/to-create-request.ts";
import { FALLBACKS_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import { lockTargetRows } from "../../../pipeline/targets/queries.ts";
import type { CodeContext } from "../code-context.ts";
import type { ReferenceNames } from "../document/names.ts";
import type { Live } from "../kinds/kind.ts";
import type { Item, Leftover } from "../plan/item.ts";
import { type CredentialValues, resolve } from "../plan/resolve.ts";
import { inOrder } from "./in-order.ts";

/** Does what a plan says, by the services of the API, in the transaction of the context. */

export type Execution = {
  document: ReadDocument;
  items: readonly Item[];
  leftovers: readonly Leftover[];
  names: ReferenceNames;
  credentials: CredentialValues;
  /** Runs the work on one resource. A plan collects errors; applying lets them pass. */
  attempt(subject: Item | Leftover, work: () => Promise<void>): Promise<void>;
};

/** Others may still use resources of these kinds until the document is applied. */
const DELETED_LAST: ReadonlySet<CodeKind> = new Set([
  "slo",
  "escalation_policy",
  "schedule",
  "channel",
  "group",
  "variable",
]);
const DELETE_ORDER: readonly CodeKind[] = [
  "maintenance_window",
  "status_page",
  "rule",
  "slo",
  "heartbeat",
  "journey",
  "api_monitor",
  "monitor",
  "escalation_policy",
  "schedule",
  "channel",
  "group",
  "variable",
];

/** Returns the IDs of the resources of the document; those whose attempt failed have none. */
export async function executePlan(
  ctx: CodeContext,
  execution: Execution,
): Promise<ReadonlyMap<CodeResource, string>> {
  const { items, attempt } = execution;
  const ids = new Map<CodeResource, string>();
  for (const { resource, live, action } of items)
    if (live !== null && action !== "replace") ids.set(resource, live.id);
  const removals = removalsOf(execution);
  await lockTargetRows(ctx.db, ctx.orgId, touchedIds(execution));
  for (const removal of removals.first) await attempt(removal.subject, () => removal.run(ctx));
  const itemOf = new Map(items.map((item) => [item.resource, item]));
  for (const resource of inOrder(execution.document.resources, (each) => referencesOf(each, execution))) {
    const item = itemOf.get(resource);
    if (item && item.wanted !== null && item.action !== "unchanged")
      await attempt(item, () => write(ctx, item, { ...execution, ids }));
  }
  for (const removal of removals.last) await attempt(removal.subject, () => removal.run(ctx));
  return ids;
}

type Removal = { kind: CodeKind; subject: Item | Leftover; run(ctx: CodeContext): Promise<void> };

function removalsOf({ items, leftovers }: Execution): { first: Removal[]; last: Removal[] } {
  const removals = [
    ...items.filter(({ action }) => action === "replace"),
    ...leftovers.filter(({ action }) => action === "delete"),
  ].map((subject): Removal => {
    const { kind, live } = subject;
    return { kind: kind.kind, subject, run: async (ctx) => void (live && (await kind.remove(ctx, live.id))) };
  });
  const policies = new Map(
    removals.flatMap(({ subject: { live } }) => (live ? [[live.id, live] as const] : [])),
  );
  removals.sort(
    (a, b) =>
      DELETE_ORDER.indexOf(a.kind) - DELETE_ORDER.indexOf(b.kind) ||
      fallbacksOf(b.subject, policies) - fallbacksOf(a.subject, policies),
  );
  return {
    first: removals.filter(({ kind }) => !DELETED_LAST.has(kind)),
    last: removals.filter(({ kind }) => DELETED_LAST.has(kind)),
  };
}

/** How many policies follow a policy: one that names another is deleted before it. */
function fallbacksOf({ live }: Item | Leftover, removed: ReadonlyMap<string, Live>): number {
  let length = 0;
  let next = live;
  while (next !== null && length <= FALLBACKS_MAX) {
    next = removed.get(String(next.fields.fallback_policy_id)) ?? null;
    if (next !== null) length += 1;
  }
  return length;
}

/** Locked at once and in order, so that two writers do not wait for each other. */
function touchedIds({ items, leftovers }: Execution): string[] {
  const touched = [...items.filter(({ action }) => action !== "unchanged"), ...leftovers];
  return touched.flatMap(({ live }) => (live === null ? [] : [live.id]));
}

function referencesOf(resource: CodeResource, { document }: Execution): CodeResource[] {
  const references: CodeResource[] = [];
  toCreateRequest(resource, {
    idOf(reference, kinds) {
      const found = document.index.find(reference, kinds);
      if (found.at === "document") references.push(found.resource);
      return "";
    },
    personOf: () => "",
    valueOf: () => "",
  });
  return references;
}

/** A resource that refers to one that could not be written is left out. */
async function write(
  ctx: CodeContext,
  { resource, kind, live, action, changed }: Item,
  { ids, ...context }: Execution & { ids: Map<CodeResource, string> },
): Promise<void> {
  let isBlocked = false;
  const { request } = resolve(resource, live, {
    ...context,
    idOf(referred) {
      const id = ids.get(referred);
      isBlocked ||= id === undefined;
      return id ?? "";
    },
  });
  if (isBlocked) return;
  if (live === null || action === "replace") {
    ids.set(resource, await kind.create(ctx, request));
  } else if (changed.length > 0) {
    const wanted = await kind.normalize(ctx, request, live);
    await kind.update(ctx, live, { names: changed, wanted, request });
  }
}
