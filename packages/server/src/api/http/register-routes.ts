import { setTimeout } from "node:timers/promises";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Queue } from "../../engine/queue/queue.ts";
import { callerId } from "../../platform/kernel/actor.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { assertNever } from "../../platform/kernel/errors.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import type {
  FileRoute,
  FormRoute,
  JsonRoute,
  RawRoute,
  RequestContext,
  Route,
  RouteInput,
  StreamRoute,
} from "../routing/define-route.ts";
import { sendFile } from "../routing/file-response.ts";
import { formOf } from "../routing/form-body.ts";
import { readInput } from "../routing/read-input.ts";
import { callerAddress, visitorOf } from "../routing/visitor.ts";
import { acceptRawBodies } from "./bodies/raw-body.ts";
import {
  assertMatches,
  dataOf,
  entityTagOf,
  findTaggedResources,
  type TaggedResource,
} from "./entity-tags/entity-tags.ts";
import { lateFailure } from "./error-response.ts";
import { ProgressStream, wantsEvents } from "./events/progress-stream.ts";
import { once, readIdempotencyKey } from "./idempotency/once.ts";
import { documentRoute, servedSchema } from "./openapi/openapi.ts";

/** Registers the route table: input, context, transaction and response. Knows no resource. */

export type RouteDeps = {
  database: Database;
  queue: Pick<Queue, "publishEvents">;
  log: Logger;
  clock: Clock;
  /** The configured public URL of this server; null to derive it from each request. */
  publicUrl: string | null;
};

export function registerRoutes(app: FastifyInstance, routes: readonly Route[], deps: RouteDeps): void {
  const tagged = findTaggedResources(routes);
  for (const route of routes) {
    if (route.kind === "raw") continue;
    const resource = isReadOrChange(route) ? (tagged.get(route.url) ?? null) : null;
    app.route({
      method: route.method,
      url: route.url,
      config: {
        access: route.access,
        takesForm: route.kind === "form",
        takesGzip: route.kind === "json" && route.compressedBodyBytesMax !== undefined,
        document: () => documentRoute(route, { isTagged: resource !== null }),
      },
      schema: servedSchema(route),
      ...(route.kind === "json" &&
        route.compressedBodyBytesMax && { bodyLimit: route.compressedBodyBytesMax }),
      ...(route.kind === "json" && { handlerTimeout: handlerTimeoutOf(route) }),
      ...((route.kind === "form" || route.kind === "file") &&
        route.handlerTimeoutMs && { handlerTimeout: route.handlerTimeoutMs }),
      handler: handlerOf(route, { deps, resource }),
    });
  }
  serveRawRoutes(
    app,
    routes.filter((route) => route.kind === "raw"),
    deps,
  );
}

/** Whether an entity tag applies to the method. */
function isReadOrChange({ method }: Route): boolean {
  return method === "GET" || method === "PUT" || method === "DELETE";
}

/** Registers raw routes in a Fastify scope of their own, because body parsers apply to a whole scope. */
function serveRawRoutes(app: FastifyInstance, routes: readonly RawRoute[], deps: RouteDeps): void {
  app.register(async (scope) => {
    acceptRawBodies(scope);
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: route.url,
        bodyLimit: route.bodyBytesMax,
        config: { access: route.access, isSigned: true, document: () => documentRoute(route) },
        schema: servedSchema(route),
        handler: async (request, reply) => {
          const ctx = contextOf(request, { deps, reply, ...withoutEffects(deps, { route, request, reply }) });
          const { headers, body } = request;
          const result = await route.handler(ctx, {
            headers,
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          });
          return reply.code(route.status).send(result);
        },
      });
    }
  });
}

function handlerOf(
  route: Exclude<Route, RawRoute>,
  { deps, resource }: { deps: RouteDeps; resource: TaggedResource | null },
) {
  switch (route.kind) {
    case "json":
      return jsonHandler(route, { deps, resource });
    case "stream":
      return streamHandler(route, deps);
    case "file":
      return fileHandler(route, deps);
    case "form":
      return formHandler(route, deps);
    default:
      return assertNever(route);
  }
}

function jsonHandler(
  route: JsonRoute,
  { deps, resource }: { deps: RouteDeps; resource: TaggedResource | null },
) {
  if (resource && route.method !== "GET" && !route.transaction) {
    throw new Error(`${route.method} ${route.url} needs a transaction, for its If-Match is compared in it`);
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const input = readInput(route, request);
    if (route.handlerTimeoutMs) disableSocketTimeout(request, route.handlerTimeoutMs);
    if (route.events && wantsEvents(request)) return streamProgress(route, input, { deps, request, reply });
    const result = await (route.transaction
      ? inTransaction(route, request, {
          deps,
          reply,
          before: (ctx) => assertUnchanged(route, request, { ctx, input, resource }),
          work: (ctx) => route.handler(ctx, input),
        })
      : route.handler(
          contextOf(request, { deps, reply, ...withoutEffects(deps, { route, request, reply }) }),
          input,
        ));
    const { otherwise } = route;
    const data = resource && route.method !== "DELETE" ? dataOf(result) : null;
    if (resource && data) reply.header("etag", entityTagOf(resource, data));
    if (route.isSecret) reply.header("cache-control", "no-store");
    return reply.code(otherwise?.when(result) ? otherwise.status : route.status).send(result);
  };
}

/** Handles a request whose client accepts events. Failures before the first one are ordinary responses. */
async function streamProgress(
  route: JsonRoute,
  input: RouteInput,
  { deps, request, reply }: { deps: RouteDeps; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const progress = new ProgressStream(route, reply);
  const ctx = contextOf(request, { deps, reply, ...withoutEffects(deps, { route, request, reply }) });
  try {
    progress.finish(await route.handler({ ...ctx, progress }, input));
  } catch (error) {
    if (!progress.isStarted) throw error;
    progress.fail(lateFailure(deps.log, error, request));
  }
}

/**
 * No request waits longer than 10 s. A statement on an unresponsive database and the wait for a free
 * connection have their own deadlines, which would add up.
 */
const HANDLER_TIMEOUT_MS = 9_000;
/** For routes that receive a large body first. */
const LARGE_BODY_HANDLER_TIMEOUT_MS = 30_000;

function handlerTimeoutOf({ handlerTimeoutMs, compressedBodyBytesMax }: JsonRoute): number {
  return handlerTimeoutMs ?? (compressedBodyBytesMax ? LARGE_BODY_HANDLER_TIMEOUT_MS : HANDLER_TIMEOUT_MS);
}

/** Until the next request on the connection. An injected request has no connection. */
function disableSocketTimeout({ raw }: FastifyRequest, timeoutMs: number): void {
  if ("setTimeout" in raw.socket) raw.socket.setTimeout(timeoutMs);
}

/** Throws if `If-Match` names another state of the resource. */
async function assertUnchanged(
  route: JsonRoute,
  request: FastifyRequest,
  { resource, ...rest }: { ctx: RequestContext; input: RouteInput; resource: TaggedResource | null },
): Promise<void> {
  if (resource === null || route.method === "GET") return;
  await assertMatches(resource, { ...rest, ifMatch: request.headers["if-match"] });
}

type TransactedRoute = Pick<Route, "method"> &
  Partial<Pick<JsonRoute, "status" | "idempotent" | "responseDelayMs">>;

/** Events and deferred work of the handler wait until the transaction commits. */
async function inTransaction(
  route: TransactedRoute,
  request: FastifyRequest,
  {
    before,
    work,
    deps,
    reply,
  }: {
    /** Runs first, also before a stored response is replayed. */
    before?(ctx: RequestContext): Promise<void>;
    work(ctx: RequestContext): Promise<unknown>;
    deps: RouteDeps;
    reply: FastifyReply;
  },
): Promise<unknown> {
  const events: LiveEvent[] = [];
  const later: (() => Promise<void>)[] = [];
  const key = route.idempotent ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  const result = await deps.database.transaction(async (db) => {
    const ctx = contextOf(request, {
      deps,
      reply,
      db,
      emit: (event) => events.push(event),
      afterCommit: (laterWork) => later.push(laterWork),
      inTransaction: () => Promise.reject(new Error("there is a transaction already")),
    });
    await before?.(ctx);
    if (key === null) return work(ctx);
    const repetition = {
      caller: callerId(ctx.actor),
      route: `${route.method} ${pathOf(request.url)}`,
      key,
      bodyText: request.bodyText,
      nowMs: deps.clock.now(),
      status: route.status ?? 200,
    };
    return once(db, repetition, () => work(ctx));
  });
  if (events.length > 0) deps.queue.publishEvents(events);
  for (const laterWork of later) void laterWork();
  if (route.responseDelayMs) await setTimeout(route.responseDelayMs);
  return result;
}

function streamHandler(route: StreamRoute, deps: RouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const input = readInput(route, request);
    // Without the reply as its value, Fastify would send a second response while the hooks of this one run.
    if (request.method === "HEAD") return reply.type(route.contentType).send();
    const ctx = contextOf(request, { deps, reply, ...withoutEffects(deps, { route, request, reply }) });
    return route.stream(ctx, input, reply);
  };
}

function fileHandler(route: FileRoute, deps: RouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const ctx = contextOf(request, { deps, reply, ...withoutEffects(deps, { route, request, reply }) });
    if (route.handlerTimeoutMs) disableSocketTimeout(request, route.handlerTimeoutMs);
    return sendFile(request, reply, await route.handler(ctx, readInput(route, request)));
  };
}

function formHandler(route: FormRoute, deps: RouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const ctx = contextOf(request, { deps, reply, ...withoutEffects(deps, { route, request, reply }) });
    const input = readInput(route, request);
    if (route.handlerTimeoutMs) disableSocketTimeout(request, route.handlerTimeoutMs);
    const result = await route.handler(ctx, input, formOf(request, route.form));
    return reply.code(route.otherwise?.when(result) ? route.otherwise.status : route.status).send(result);
  };
}

type Effects = Pick<RequestContext, "db" | "emit" | "afterCommit" | "inTransaction">;

/** Without a transaction, each statement commits by itself. */
function withoutEffects(
  deps: RouteDeps,
  { route, request, reply }: { route: TransactedRoute; request: FastifyRequest; reply: FastifyReply },
): Effects {
  return {
    db: deps.database,
    emit: (event) => deps.queue.publishEvents([event]),
    afterCommit: (work) => void work(),
    inTransaction: <T>(work: (ctx: RequestContext) => Promise<T>) =>
      // A stored response has the type of the first one.
      inTransaction(route, request, { deps, reply, work }) as Promise<T>,
  };
}

/**
 * Aborted if the client disconnects before the response. Fastify's own signal does that only for requests
 * without a body; with one, it aborts as soon as the body has been read.
 */
function signalOf(request: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  if (request.body === undefined) return request.signal;
  const away = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) away.abort();
  });
  return away.signal;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/**
 * Returns the handler's context. Guarantee behind the casts: `defineRoute` types the handler of a public
 * route with `PublicContext` and that of a personal one with `PersonalContext`, so no handler reads the
 * missing fields.
 */
function contextOf(
  request: FastifyRequest,
  { deps, reply, ...effects }: Effects & { deps: RouteDeps; reply: FastifyReply },
): RequestContext {
  const { id: requestId, actor } = request;
  const base = {
    requestId,
    log: deps.log.child({ request_id: requestId }),
    clock: deps.clock,
    visitor: visitorOf(request),
    setCookies(cookies: readonly string[]) {
      request.cookiesToSet = cookies;
    },
  };
  if (actor) {
    const serverUrl = deps.publicUrl ?? `${request.protocol}://${request.host}`;
    const ctx = {
      ...base,
      ...effects,
      actor,
      progress: null,
      signal: signalOf(request, reply),
      ip: callerAddress(request),
      serverUrl,
    };
    return (actor.kind === "person" ? ctx : { ...ctx, orgId: actor.orgId }) as RequestContext;
  }
  if (request.routeOptions.config.access === "public") return base as RequestContext;
  throw new Error(`${request.routeOptions.url} was reached without a caller`);
}
