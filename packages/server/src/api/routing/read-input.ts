import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import type { Route, RouteInput } from "./define-route.ts";

/** A route without its own filters still accepts the caller's own organization, and no other parameter. */
const bareQuery = z.strictObject({ org_id: z.string().optional() });

/** Parses path, query and body with the route's schemas. Throws one error with all invalid fields. */
export function readInput(route: Pick<Route, "request">, request: FastifyRequest): RouteInput {
  const schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType } = route.request;
  assertOwnOrganization(partsOf(request));
  const errors: ErrorDetail[] = queryErrors(request.query);
  function part(schema: z.ZodType, data: unknown): unknown {
    const parsed = parseFields(schema, data);
    if (parsed.errors) errors.push(...parsed.errors);
    return parsed.value;
  }
  const params = schemas.params ? part(schemas.params, request.params) : undefined;
  const query = part(schemas.query ?? bareQuery, request.query);
  const body = schemas.body ? part(schemas.body, bodyOf(request.body, schemas.body)) : undefined;
  if (errors.length > 0) throw badFields(errors);
  return { params, query, body };
}

/** Does the same for the fields of a form, which arrive later than the rest. */
export function assertOwnOrganizationIn(request: FastifyRequest, fields: unknown): void {
  assertOwnOrganization({ ...partsOf(request), body: fields });
}

/** Rejects an `org_id` other than that of the request, wherever it occurs. */
function assertOwnOrganization({ actor, query, body, headers }: RequestParts): void {
  if (!actor) return;
  const inHeader = headers["x-organization-id"];
  // `caller.ts` has checked the membership in the organization of the header.
  const [own, named] =
    actor.kind === "person"
      ? [null, [orgIdIn(query), orgIdIn(body)]]
      : [actor.orgId, [orgIdIn(query), orgIdIn(body), inHeader]];
  if (named.every((orgId) => typeof orgId !== "string" || orgId === own)) return;
  throw new AppError("FORBIDDEN", OTHER_ORGANIZATION[actor.kind]);
}

type RequestParts = Pick<FastifyRequest, "actor" | "query" | "body" | "headers">;

/** Copies what is needed, because these fields are getters, which a copy of the object would lose. */
function partsOf({ actor, query, body, headers }: FastifyRequest): RequestParts {
  return { actor, query, body, headers };
}

const OTHER_ORGANIZATION = {
  key: "Your API key belongs to another organization. Remove `org_id`, or use a key of that organization.",
  member:
    "`org_id` is not the organization of this request. Remove `org_id`, or send that organization as X-Organization-Id.",
  person: "This request has no organization. Remove `org_id`.",
} as const;

function orgIdIn(part: unknown): unknown {
  return typeof part === "object" && part !== null && "org_id" in part ? part.org_id : undefined;
}

function queryErrors(query: unknown): ErrorDetail[] {
  return Object.entries(query ?? {}).flatMap(([path, value]) =>
    typeof value === "string" && (value.includes("\0") || !value.isWellFormed())
      ? [{ path, message: "must be text without NUL" }]
      : [],
  );
}

/** Whether the schema accepts undefined, so that the route requires no body. */
function bodyOf(body: unknown, schema: z.ZodType): unknown {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  if (body === undefined && schema.safeParse(undefined).success) return undefined;
  throw new AppError(
    "BAD_REQUEST",
    "This request requires a body: a JSON object, sent as Content-Type: application/json.",
  );
}
