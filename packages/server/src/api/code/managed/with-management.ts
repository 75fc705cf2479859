import { isObject } from "@vedette/contract/code/code-resources.ts";
import type { ManagedBy } from "@vedette/contract/code/managed-by.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { JsonRoute, RequestContext, Route } from "../../routing/define-route.ts";
import { assertMayEdit } from "./assert-may-edit.ts";
import { listManagedBy } from "./managed-queries.ts";

/**
 * What monitoring as code adds to the routes of all resources: `managed_by` in their responses, and the refusal of changes by
 * hand if the organization wants it. The routes themselves know nothing of it.
 */

const COLLECTIONS = [
  "/api/v1/monitors",
  "/api/v1/api-monitors",
  "/api/v1/journeys",
  "/api/v1/heartbeats",
  "/api/v1/targets",
  "/api/v1/groups",
  "/api/v1/alerts/rules",
  "/api/v1/alerts/channels",
  "/api/v1/maintenance-windows",
  "/api/v1/schedules",
  "/api/v1/escalation-policies",
  "/api/v1/slos",
  "/api/v1/status-pages",
  "/api/v1/variables",
];

/** Parts of a status page that its document contains. */
const PAGE_PART = /^\/api\/v1\/status-pages\/:id\/(?:components|groups|order)(?:\/|$)/;

export function withManagement(routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => {
    if (route.kind !== "json") return route;
    const shown = isResource(route) ? withManagedBy(route) : route;
    return isChange(route) ? withRefusal(shown) : shown;
  });
}

/** Whether the response is a resource or a page of them. */
function isResource({ url }: Route): boolean {
  return COLLECTIONS.some((collection) => url === collection || url === `${collection}/:id`);
}

function isChange({ method, url }: Route): boolean {
  if (method === "GET") return false;
  if (PAGE_PART.test(url)) return true;
  return method !== "POST" && COLLECTIONS.some((collection) => url === `${collection}/:id`);
}

function withManagedBy(route: JsonRoute): JsonRoute {
  return {
    ...route,
    async handler(ctx, input) {
      const result = await route.handler(ctx, input);
      if (!isObject(result)) return result;
      const { data } = result;
      const rows = (Array.isArray(data) ? data : [data]).filter(lacksManagedBy);
      if (rows.length === 0) return result;
      const owners = await listManagedBy(
        ctx.db,
        ctx.orgId,
        rows.map(({ id }) => id),
      );
      const managedBy = new Map(
        owners.map(({ resource_id, ...owner }): [string, ManagedBy] => [resource_id, owner]),
      );
      const shown = (row: unknown) =>
        lacksManagedBy(row) ? { ...row, managed_by: managedBy.get(row.id) ?? null } : row;
      return { ...result, data: Array.isArray(data) ? data.map(shown) : shown(data) };
    },
  };
}

/** Whether it is a resource without `managed_by`. Rows of targets are read with it. */
function lacksManagedBy(row: unknown): row is { id: string } {
  return (
    isObject(row) &&
    typeof row.id === "string" &&
    UUID_PATTERN.test(row.id) &&
    !("deleted" in row) &&
    row.managed_by === undefined
  );
}

function withRefusal(route: JsonRoute): JsonRoute {
  return {
    ...route,
    conflicts: true,
    async handler(ctx: RequestContext, input) {
      const { id } = (input.params ?? {}) as { id?: string };
      if (id !== undefined && !isPause(input.body)) await assertMayEdit(ctx, id);
      return route.handler(ctx, input);
    },
  };
}

/** Pausing and resuming are operations, not changes of the definition. */
function isPause(body: unknown): boolean {
  if (!isObject(body)) return false;
  const given = Object.keys(body).filter((name) => body[name] !== undefined);
  return given.length > 0 && given.every((name) => name === "enabled" || name === "org_id");
}
