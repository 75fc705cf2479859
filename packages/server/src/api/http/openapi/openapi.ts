import { failure } from "@vedette/contract/common/envelope.ts";
import type { FastifyInstance, FastifySchema } from "fastify";
import { z } from "zod";
import type { Route } from "../../routing/define-route.ts";
import type { FormLimits } from "../../routing/form.ts";
import type { ApiReference, DocumentedRoute } from "./api-reference.ts";
import { PAGE_PATH } from "./page-path.ts";

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

/** Serves the document and its page. Only routes that are registered after it are documented. */
export function documentApi(app: FastifyInstance, version: string): void {
  const routes: DocumentedRoute[] = [];
  app.addHook("onRoute", ({ method, url, schema = {}, config }) => {
    if (method === "HEAD" || schema.hide === true) return;
    routes.push({ method, url, document: config?.document ?? (() => schema) });
  });
  // The generator and the page load on first use: they take 5 MB.
  let opening: Promise<ApiReference> | null = null;
  const open = () => {
    opening ??= import("./api-reference.ts").then(({ openApiReference }) =>
      openApiReference(routes, version),
    );
    return opening;
  };
  servePage(app, open);
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
      const { document } = await open();
      return reply.type("application/json; charset=utf-8").send(document());
    },
  );
}

/** Headers of a response that belong to its connection, or that Fastify writes. */
const OWN_HEADERS = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Passes requests of the page on to the server that has it. */
function servePage(app: FastifyInstance, open: () => Promise<ApiReference>): void {
  for (const url of [PAGE_PATH, `${PAGE_PATH}/*`]) {
    app.get(url, { config: { access: "public" }, schema: { hide: true } }, async (request, reply) => {
      const { server } = await open();
      const { url: asked, headers } = request;
      const answer = await server.inject({ method: "GET", url: asked, headers });
      if (answer.statusCode === 404) return reply.callNotFound();
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !OWN_HEADERS.has(name)) reply.header(name, value);
      }
      const isJson = String(answer.headers["content-type"]).startsWith("application/json");
      return reply.code(answer.statusCode).send(isJson ? answer.payload : answer.rawPayload);
    });
  }
}

/** Documents a response that the handler writes as text, regardless of `schema`. */
export function textResponse(contentType: string, schema: z.ZodType): Record<number, unknown> {
  return { 200: { description: SUCCESS_MEANINGS[200], content: { [contentType]: { schema } } } };
}

/**
 * Returns the schema by which Fastify serializes the responses of a route. Under `2xx`, because an object with a number such as
 * 500 as its key has memory for all numbers below it: 5 kB for each route.
 */
export function servedSchema(route: Route): FastifySchema {
  if (route.kind === "stream" || route.kind === "file") return {};
  return { response: { "2xx": { content: { "application/json": { schema: route.response } } } } };
}

/** Returns the documentation of a route, for the document only; `read-input.ts` validates. */
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

declare module "fastify" {
  interface FastifyContextConfig {
    /** Returns what the OpenAPI document says of the route; default: its schema. */
    document?: () => FastifySchema;
  }
}
