import { createHash } from "node:crypto";
import { writableFields } from "@vedette/contract/common/schema-fields.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { JsonRoute, RequestContext, Route, RouteInput } from "../../routing/define-route.ts";
import { lockResource } from "./queries.ts";

/**
 * Entity tags (RFC 9110, section 8.8.3) of single resources, and the precondition `If-Match` on their
 * changes. A tag covers the fields that a PUT can change and no measurements, so a result between GET and PUT
 * does not make the PUT fail. For that reason no GET returns 304. See
 * docs/adr/0043-entity-tags-cover-the-definition.md.
 */

/** A resource with its own URL: the route that reads it, and the fields that its tag covers. */
export type TaggedResource = {
  get: JsonRoute;
  /** Null for a resource without a PUT: the tag covers all fields. */
  fields: readonly string[] | null;
};

/** Returns the resources that have tags, by the URL of their route. */
export function findTaggedResources(routes: readonly Route[]): ReadonlyMap<string, TaggedResource> {
  const resources = new Map<string, TaggedResource>();
  for (const route of routes) {
    if (route.kind !== "json" || route.method !== "GET" || route.access === "public") continue;
    if (!/^\/api\/v1\/.*\/:\w+$/.test(route.url) || route.request.query) continue;
    const put = routes.find(({ method, url }) => method === "PUT" && url === route.url);
    const body = put?.kind === "json" ? put.request.body : undefined;
    resources.set(route.url, { get: route, fields: body ? writableFields(body) : null });
  }
  return resources;
}

/** Returns the strong entity tag of a response's `data`. */
export function entityTagOf({ fields }: TaggedResource, data: object): string {
  const covered = fields === null ? data : pick(data, [...fields, "updated_at"]);
  return `"${createHash("sha256").update(JSON.stringify(covered, inOrder)).digest("base64url").slice(0, 22)}"`;
}

/** Sorts the names of an object: the order in which the database returns them is not part of the resource. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function pick(data: object, names: readonly string[]): unknown[] {
  return names.map((name) => Reflect.get(data, name) ?? null);
}

/**
 * Runs before a PUT or DELETE, in its transaction. Serializes the writers of one resource, then compares
 * `If-Match` with the stored state. Throws PRECONDITION_FAILED if they differ.
 */
export async function assertMatches(
  resource: TaggedResource,
  { ctx, input, ifMatch }: { ctx: RequestContext; input: RouteInput; ifMatch: string | undefined },
): Promise<void> {
  await lockResource(ctx.db, `${resource.get.url} ${JSON.stringify(input.params)}`);
  if (ifMatch === undefined) return;
  const data = dataOf(await resource.get.handler(ctx, { params: input.params, query: {}, body: undefined }));
  const current = data === null ? null : entityTagOf(resource, data);
  const expected = ifMatch.split(",").map((tag) => tag.trim());
  if (current !== null && (expected.includes("*") || expected.includes(current))) return;
  throw new AppError(
    "PRECONDITION_FAILED",
    "This was changed since you read it. Get it again, apply your change to it, and send its new ETag as If-Match.",
  );
}

/** Returns the resource in a response, or null if it has none. */
export function dataOf(response: unknown): object | null {
  if (typeof response !== "object" || response === null || !("data" in response)) return null;
  const { data } = response;
  return typeof data === "object" && data !== null && !Array.isArray(data) ? data : null;
}
