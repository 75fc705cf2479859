import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { failure } from "@vedette/contract/common/envelope.ts";
import type { FastifyInstance, FastifySchema } from "fastify";
import { createJsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Route } from "../../routing/define-route.ts";
import type { FormLimits } from "../../routing/form.ts";
import { prunedComponents, withNamedBodies, withOptionalBodies, withTags } from "./openapi-components.ts";

/**
 * Generates the OpenAPI document from the schemas that validate requests, and serves the page that shows it.
 */

export const OPENAPI_PATH = "/api/v1/openapi.json";

const failureResponse = failure.meta({ id: "Failure" });

const SUCCESS_MEANINGS = { 200: "Success", 201: "Created", 202: "Accepted; processing continues" } as const;

const FAILURE_MEANINGS = {
  400: "The request is not valid",
  401: "The API key is missing or not valid",
  403: "The API key has no permission for this request",
  404: "Not found in this organization",
  409: "The request conflicts with another one, or with the owner of the resource; see the code",
  412: "The resource has changed; If-Match names an older version",
  413: "The request body is too large",
  415: "The content type is not supported",
  429: "Too many requests; see Retry-After",
  500: "Internal server error",
  503: "Temporarily unavailable; see the message",
} as const;
type FailureStatus = keyof typeof FAILURE_MEANINGS;

export async function documentApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Vedette",
        version,
        description: INTRODUCTION,
        contact: { name: "The operator of this server" },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This server" }],
      components: {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "An API key: `vdt_agent_…`" },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-vedette.session_token",
            description:
              "Session of a signed-in user; `X-Organization-Id` selects one of their organizations",
          },
        },
      },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: (document) =>
      withTags(withNamedBodies(withOptionalBodies(prunedComponents(jsonSchemaTransformObject(document))))),
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: { deepLinking: true, persistAuthorization: false, tryItOutEnabled: true, layout: "BaseLayout" },
    theme: { title: "Vedette API" },
    staticCSP: DOCS_CSP,
  });
  let document = "";
  app.get(
    OPENAPI_PATH,
    {
      config: { access: "public" },
      schema: {
        summary: "This document",
        description: "Needs no credential.",
        operationId: "getOpenApi",
        tags: ["Server"],
        security: [],
        response: {
          ...textResponse("application/json", z.looseObject({ openapi: z.string() })),
          ...failuresOf([429]),
        },
      },
    },
    async (_request, reply) => {
      document ||= JSON.stringify(app.swagger());
      return reply.type("application/json; charset=utf-8").send(document);
    },
  );
}

/** Documents a response that the handler writes as text, regardless of `schema`. */
export function textResponse(contentType: string, schema: z.ZodType): Record<number, unknown> {
  return { 200: { description: SUCCESS_MEANINGS[200], content: { [contentType]: { schema } } } };
}

/** All content comes from this server. Swagger UI sets style attributes, hence the one 'unsafe-inline'. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INTRODUCTION = `Monitors websites, APIs and user journeys.

Send \`Authorization: Bearer <API_KEY>\` with every request. A successful response is \`{"success": true, "data": …}\`,
an error \`{"success": false, "error": {"code", "message", "details"?}}\`. Times are UTC, ISO 8601. Lists are paged by \`limit\`
and \`cursor\`. Create requests accept \`Idempotency-Key\`: repeating a request within 24 hours returns the first response.
Rate limits are in \`RateLimit-*\` headers, and every response has an \`X-Request-Id\`.`;

/** Returns the documentation of a route. Fastify gets it only for the document; `read-input.ts` validates. */
export function documentRoute(
  route: Route,
  { isTagged = false }: { isTagged?: boolean } = {},
): FastifySchema & Record<string, unknown> {
  const { params, query, body } = { params: undefined, query: undefined, body: undefined, ...route.request };
  const idempotent = route.kind === "json" && route.idempotent === true;
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, isTagged && tagNote(route), accessNote(route)]
      .filter(Boolean)
      .join("\n\n"),
    security: securityOf(route),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(route.kind === "form" && { consumes: ["multipart/form-data"], body: withFile(route.form) }),
    ...(idempotent && { headers: IDEMPOTENCY_HEADERS }),
    ...(isTagged && route.method !== "GET" && { headers: IF_MATCH_HEADERS }),
    response: { ...successResponse(route), ...failureResponses(route, isTagged) },
  };
}

function withFile({ fields, filesMax = 1 }: FormLimits): z.ZodObject {
  const file = z.string().meta({ format: "binary" });
  return fields.extend({ file: filesMax === 1 ? file : z.array(file).min(1).max(filesMax) });
}

const IDEMPOTENCY_HEADERS = z.object({
  "idempotency-key": z.string().max(255).optional().meta({
    description: "Repeating the same key, path and body within 24 hours returns the first response",
  }),
});

const IF_MATCH_HEADERS = z.object({
  "if-match": z.string().optional().meta({
    description: "An ETag of the resource. If the resource has changed since, the request fails with 412",
  }),
});

function tagNote({ method }: Route): string | null {
  return method === "GET" ? "The response has an `ETag`, which a change can name in `If-Match`." : null;
}

function accessNote({ access, kind }: Route): string {
  if (kind === "raw") return "Needs no credential; the request must be signed.";
  if (access === "public") return "Needs no credential.";
  const scope = access.scope === null ? "none, API keys are not accepted" : `\`${access.scope}\``;
  const role = access.role === null ? "any signed-in user" : `\`${access.role}\``;
  const also = "admitsCode" in access && access.admitsCode ? " or `code`" : "";
  return `Scope: ${scope}${also}. Role: ${role}.`;
}

function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access === "public") return [];
  return access.scope === null ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function successResponse(route: Route): Record<number, unknown> {
  if (route.kind === "stream" || route.kind === "file") return textResponse(route.contentType, z.string());
  const other = route.kind === "json" || route.kind === "form" ? route.otherwise : undefined;
  const statuses = [route.status, ...(other ? [other.status] : [])];
  const events = route.kind === "json" && route.events && { "text/event-stream": { schema: z.string() } };
  const content = { "application/json": { schema: route.response }, ...events };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: SUCCESS_MEANINGS[status], content }]),
  );
}

function failureResponses(route: Route, isTagged: boolean): Partial<Record<FailureStatus, unknown>> {
  const statuses: FailureStatus[] = [400, 429, 500];
  if (route.access !== "public") statuses.push(401, 403);
  if ("params" in route.request && route.request.params) statuses.push(404);
  if (route.kind === "json" && route.conflicts) statuses.push(409);
  if (isTagged && route.method !== "GET") statuses.push(412);
  if (route.kind === "raw") statuses.push(413, 503);
  else if (route.kind === "form" || ("body" in route.request && route.request.body)) statuses.push(413, 415);
  if ((route.kind === "json" || route.kind === "form" || route.kind === "file") && route.handlerTimeoutMs)
    statuses.push(503);
  return failuresOf(statuses);
}

/** Documents the given error responses. */
export function failuresOf(statuses: FailureStatus[]): Partial<Record<FailureStatus, unknown>> {
  return Object.fromEntries(
    statuses.sort().map((status) => [
      status,
      {
        description: FAILURE_MEANINGS[status],
        content: { "application/json": { schema: failureResponse } },
      },
    ]),
  );
}
