import { hash } from "node:crypto";
import { writableFields } from "@vedette/contract/common/schema-fields.ts";
import { callerId } from "../../../platform/kernel/actor.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { JsonRoute, RequestContext, Route, RouteInput } from "../../routing/define-route.ts";
import { findConflict } from "./conflict.ts";
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
  /** Null for a resource without a PUT: the tag covers all fields that are not measured. */
  fields: readonly string[] | null;
};

/** Returns the resources that have tags, by the URL of their route. */
export function findTaggedResources(routes: readonly Route[]): ReadonlyMap<string, TaggedResource> {
  const resources = new Map<string, TaggedResource>();
  for (const route of routes) {
    if (route.kind !== "json" || route.method !== "GET" || route.access === "public") continue;
    const put = routes.find(({ method, url }) => method === "PUT" && url === route.url);
    const isDeleted = routes.some(({ method, url }) => method === "DELETE" && url === route.url);
    const isOne = put !== undefined || isDeleted || /\/:\w+$/.test(route.url);
    if (!route.url.startsWith("/api/v1/") || !isOne || route.request.query) continue;
    const body = put?.kind === "json" ? put.request.body : undefined;
    resources.set(route.url, { get: route, fields: body ? writableFields(body) : null });
  }
  return resources;
}

/** Returns the strong entity tag of a response's `data`. */
export function entityTagOf({ get, fields }: TaggedResource, data: object): string {
  const { measured = [] } = get;
  const written = fields?.filter((name) => !measured.includes(name));
  const covered = written ? pick(data, [...written, "updated_at"]) : omit(data, measured);
  return `"${hash("sha256", JSON.stringify(inOrder(covered)), "base64url").slice(0, 22)}"`;
}

/** Sorts the names of an object: the order in which the database returns them is not part of the resource. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, own]) => [name, inOrder(own)]));
}

function omit(data: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
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
  const of = input.params === undefined ? ownerOf(resource.get, ctx) : JSON.stringify(input.params);
  await lockResource(ctx.db, `${resource.get.url} ${of}`);
  if (ifMatch === undefined) return;
  const data = dataOf(await resource.get.handler(ctx, { params: input.params, query: {}, body: undefined }));
  const current = data === null ? null : entityTagOf(resource, data);
  const expected = ifMatch.split(",").map((tag) => tag.trim());
  if (current !== null && (expected.includes("*") || expected.includes(current))) return;
  throw new AppError(
    "PRECONDITION_FAILED",
    "This was changed since you read it. Get it again, apply your change to it, and send its new ETag as If-Match.",
    current === null
      ? {}
      : { conflict: await findConflict(ctx, { resource, params: input.params, current }) },
  );
}

/** Whose resource it is without an ID in its path: that of the caller if it is in no organization. */
function ownerOf({ access }: JsonRoute, { actor, orgId }: RequestContext): string {
  const isPersonal = typeof access === "object" && access.role === null;
  return isPersonal ? callerId(actor) : orgId;
}

/** Returns the resource in a response, or null if it has none. */
export function dataOf(response: unknown): object | null {
  if (typeof response !== "object" || response === null || !("data" in response)) return null;
  const { data } = response;
  return typeof data === "object" && data !== null && !Array.isArray(data) ? data : null;
}
