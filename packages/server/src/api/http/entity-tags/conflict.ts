import { isDeepStrictEqual } from "node:util";
import type { Conflict } from "@vedette/contract/common/envelope.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { MASKED } from "../../../pipeline/audit/audit.ts";
import { AUDIT_LOG_ACCESS } from "../../resources/audit-log/routes.ts";
import type { JsonRoute, RequestContext } from "../../routing/define-route.ts";
import { isAllowed } from "../callers/authorize.ts";
import { type ConflictingChangeRow, findLastChange } from "./queries.ts";

/** Returns the author and time of the conflicting change from the audit log, for the response to a failed `If-Match`. */
export async function findConflict(
  ctx: RequestContext,
  { resource, params, current }: { resource: { get: JsonRoute }; params: unknown; current: string },
): Promise<Conflict> {
  const id = idOf(resource.get.url, params);
  const change = id === null ? null : await findLastChange(ctx.db, ctx.orgId, id);
  if (change === null) return { etag: current, changed_at: null, changed_by: null, changes: null };
  return {
    etag: current,
    changed_at: change.at.toISOString(),
    changed_by: { kind: change.actor_kind, name: change.actor_name },
    changes: isAllowed(ctx.actor, AUDIT_LOG_ACCESS, "GET") ? changesOf(change) : null,
  };
}

/** The last parameter of the path is the ID of the resource; the audit log has none for others. */
function idOf(url: string, params: unknown): string | null {
  const name = /\/:(\w+)$/.exec(url)?.[1];
  if (name === undefined || typeof params !== "object" || params === null) return null;
  const id: unknown = Reflect.get(params, name);
  return typeof id === "string" && UUID_PATTERN.test(id) ? id : null;
}

/** Entries of some resources contain unchanged fields. A changed secret may look the same before and after. */
function changesOf({ before, after }: ConflictingChangeRow): NonNullable<Conflict["changes"]> {
  return Object.entries(after ?? {})
    .map(([field, value]) => ({ field, before: before?.[field] ?? null, after: value }))
    .filter(
      (change) =>
        !isDeepStrictEqual(change.before, change.after) || JSON.stringify(change.after).includes(MASKED),
    );
}
