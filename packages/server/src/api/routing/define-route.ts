import type { IncomingHttpHeaders } from "node:http";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { Actor, KeyActor, PersonActor } from "../../platform/kernel/actor.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { Visitor } from "../identity/visitor.ts";
import type { Declared } from "./declared-endpoint.ts";
import type { FileResponse } from "./file-response.ts";
import type { Form, FormLimits } from "./form.ts";

/**
 * The definition of a route. Resources define theirs with it and `register-routes.ts` registers them. It
 * depends neither on Fastify's life cycle nor on any resource.
 */

/**
 * The scope that a key needs and the role that a member needs. Every route declares both. Scope null: no key
 * can call it, only a signed-in user. Role null: it belongs to no organization, and any signed-in user may
 * call it.
 */
export type Access = OrganizationAccess | PersonalAccess | RunnerAccess | "public";
export type OrganizationAccess = {
  scope: Scope | null;
  role: Role;
  /** Keys of scope `code` may call it too. */
  admitsCode?: true;
  /** A POST that writes nothing, so keys of scope `read` may call it too. */
  isRead?: true;
};
export type PersonalAccess = { scope: Scope | null; role: null };
/** Jobs contain secrets, so no user of any role and no other key can fetch them. */
export type RunnerAccess = { scope: "runner"; role: "runner" };

/** The context of every handler of a route with a caller. */
export type RequestContext = {
  actor: Actor;
  orgId: OrgId;
  requestId: string;
  /** IP address of the caller, from trusted proxies. */
  ip: string;
  /** The same address with the request headers; for the sign-in routes. */
  visitor: Visitor;
  /** Sets cookies on the response. */
  setCookies(cookies: readonly string[]): void;
  /** The URL of this server, without a trailing slash. */
  serverUrl: string;
  log: Logger;
  /** The route's transaction if it has one, else the pool. */
  db: Db;
  clock: Clock;
  /** Aborted when the client disconnects; for the few handlers that wait. */
  signal: AbortSignal;
  /** Null unless the route declares `events` and the client accepts them. */
  progress: Progress | null;
  /** Publishes events after the commit. */
  emit(event: LiveEvent): void;
  /**
   * Runs `work` after the commit without delaying the response, for example to send mail. `work` handles its
   * own errors.
   */
  afterCommit(work: () => Promise<void>): void;
  /**
   * For a route without its own transaction whose handler works for long before it writes: runs `work` in a
   * transaction, once per `Idempotency-Key` if the route honors it.
   */
  inTransaction<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T>;
};

/** The progress of a request whose client accepts server-sent events. */
export type Progress = {
  /** Starts the response; from now on failures are sent as the event `error`. */
  start(): void;
  /** Sends an event that the route declares. */
  send(event: string, data: object): void;
};

/** The context of a handler whose route belongs to no organization. */
export type PersonalContext = Omit<RequestContext, "actor" | "orgId"> & { actor: KeyActor | PersonActor };

export type PublicContext = Pick<RequestContext, "requestId" | "log" | "clock" | "visitor" | "setCookies">;

type Shape = z.ZodType | undefined;
type Read<S> = S extends z.ZodType ? z.output<S> : undefined;
export type RouteInput<P = unknown, Q = unknown, B = unknown> = { params: P; query: Q; body: B };

export type SuccessStatus = 200 | 201 | 202;

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Url = `/${string}`;

type RouteFacts<A extends Access> = {
  /** Stable name of the operation in the OpenAPI document. */
  id: string;
  tag: string;
  method: Method;
  url: Url;
  summary: string;
  description?: string;
  access: A;
};

export type RouteDefinition<
  A extends Access,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.ZodType,
> = RouteFacts<A> & {
  request: { params?: P; query?: Q; body?: B };
  /** The whole response body, including the envelope. */
  response: R;
  status: SuccessStatus;
  /** For a route with two success statuses: the other status, and the responses that have it. */
  otherwise?: { status: SuccessStatus; when(result: z.input<R>): boolean };
  /** Runs the handler in one transaction, available as `ctx.db`. */
  transaction?: boolean;
  /** Honors `Idempotency-Key`; needs `transaction`, or a handler that writes within `ctx.inTransaction`. */
  idempotent?: boolean;
  /** Whether it can answer with 409. */
  conflicts?: boolean;
  /** How long to wait after the commit, until all nodes know of the change; needs `transaction`. */
  responseDelayMs?: number;
  /** For the few handlers that wait for an external event; the default is `HANDLER_TIMEOUT_MS`. */
  handlerTimeoutMs?: number;
  /** Maximum size, uncompressed, of a body that may be larger than others and compressed by gzip. */
  compressedBodyBytesMax?: number;
  /** Fields of the response that change without a change of the resource; its entity tag omits them. */
  measured?: readonly string[];
  /** The response contains secrets, so no cache may store it. */
  isSecret?: true;
  /**
   * The events that `ctx.progress` sends if the request accepts `text/event-stream`, by name; the stream ends
   * with `result`, the response, or `error`. Not for a route with a transaction.
   */
  events?: Readonly<Record<string, z.ZodType>>;
  handler(
    ctx: A extends "public" ? PublicContext : A extends PersonalAccess ? PersonalContext : RequestContext,
    input: RouteInput<Read<P>, Read<Q>, Read<B>>,
  ): Promise<z.input<R>>;
};

/** A route as the server handles it, without its specific types. */
export type JsonRoute = RouteFacts<Access> & {
  kind: "json";
  request: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  response: z.ZodType;
  status: SuccessStatus;
  otherwise?: { status: SuccessStatus; when(result: unknown): boolean };
  transaction?: boolean;
  idempotent?: boolean;
  conflicts?: boolean;
  responseDelayMs?: number;
  handlerTimeoutMs?: number;
  compressedBodyBytesMax?: number;
  measured?: readonly string[];
  isSecret?: true;
  events?: Readonly<Record<string, z.ZodType>>;
  handler(ctx: RequestContext, input: RouteInput): Promise<unknown>;
};

/** A route that responds with an endless stream. */
export type StreamRoute = RouteFacts<Exclude<Access, "public" | PersonalAccess>> & {
  kind: "stream";
  request: { query: z.ZodType };
  contentType: string;
  stream(ctx: RequestContext, input: RouteInput, reply: FastifyReply): Promise<void>;
};

/** A route that responds with a stored file or a part of it. */
export type FileRoute = RouteFacts<Exclude<Access, PersonalAccess>> & {
  kind: "file";
  request: { params: z.ZodType; query?: z.ZodType };
  contentType: string;
  handlerTimeoutMs?: number;
  /** Called for GET requests only. */
  handler(ctx: RequestContext, input: RouteInput): Promise<FileResponse>;
};

/**
 * A route that accepts a form with a file. It has no transaction, because an upload takes an unknown time.
 */
export type FormRoute = RouteFacts<Exclude<Access, "public" | PersonalAccess>> & {
  kind: "form";
  request: { params?: z.ZodType };
  form: FormLimits;
  response: z.ZodType;
  status: 201;
  otherwise?: { status: SuccessStatus; when(result: unknown): boolean };
  handlerTimeoutMs?: number;
  handler(ctx: RequestContext, input: RouteInput, form: Form<unknown>): Promise<unknown>;
};

/** The request of a raw route, unchanged. */
export type RawRequest = { body: Buffer; headers: Readonly<IncomingHttpHeaders> };

/**
 * A route for signed requests of another service. It gets the exact bytes, because the signature covers them.
 * The signature is the credential, so the route is public and its handler verifies it.
 */
export type RawRoute = RouteFacts<"public"> & {
  kind: "raw";
  /** The body as documented in the OpenAPI document. */
  request: { body: z.ZodType };
  bodyBytesMax: number;
  response: z.ZodType;
  status: 200;
  handler(ctx: PublicContext, request: RawRequest): Promise<unknown>;
};

export type Route = JsonRoute | StreamRoute | FileRoute | FormRoute | RawRoute;

/** Checks a route against its own schemas and the contract, then erases their types. */
export function defineRoute<
  A extends Access,
  const M extends Method,
  const U extends Url,
  R extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(
  route: RouteDefinition<A, P, Q, B, R> & {
    method: M;
    url: U;
  } & Declared<A, M, U, { query: Q; body: B; response: R }>,
): JsonRoute {
  return forgetTypes({ ...route, kind: "json" });
}

/** Does the same for a route that streams. */
export function defineStream<Q extends z.ZodType>(
  route: Omit<StreamRoute, "kind" | "request" | "stream"> & {
    request: { query: Q };
    stream(
      ctx: RequestContext,
      input: RouteInput<undefined, z.output<Q>, undefined>,
      reply: FastifyReply,
    ): Promise<void>;
  },
): StreamRoute {
  return forgetTypes({ ...route, kind: "stream" });
}

/** Does the same for a route that responds with a file. */
export function defineFile<
  A extends Exclude<Access, PersonalAccess>,
  P extends z.ZodType,
  Q extends Shape = undefined,
>(
  route: RouteFacts<A> & {
    request: { params: P; query?: Q };
    contentType: string;
    handlerTimeoutMs?: number;
    handler(
      ctx: A extends "public" ? PublicContext : RequestContext,
      input: RouteInput<z.output<P>, Read<Q>, undefined>,
    ): Promise<FileResponse>;
  },
): FileRoute {
  return forgetTypes({ ...route, kind: "file" });
}

/** Does the same for a route that accepts a form with a file. */
export function defineForm<
  A extends Exclude<Access, "public" | PersonalAccess>,
  const U extends Url,
  S extends z.ZodObject,
  R extends z.ZodType,
  P extends Shape = undefined,
>(
  route: Omit<FormRoute, "kind" | "request" | "form" | "response" | "otherwise" | "handler"> & {
    request: { params?: P };
    form: FormLimits<S>;
    response: R;
    otherwise?: { status: SuccessStatus; when(result: z.input<R>): boolean };
    handler(
      ctx: RequestContext,
      input: RouteInput<Read<P>, unknown, undefined>,
      form: Form<z.output<S>>,
    ): Promise<z.input<R>>;
  } & { access: A; url: U } & Declared<A, "POST", U, { query: undefined; body: FormData; response: R }>,
): FormRoute {
  return forgetTypes({ ...route, kind: "form" });
}

/** Does the same for a route that accepts raw bytes. */
export function defineRaw<R extends z.ZodType>(
  route: Omit<RawRoute, "kind" | "response" | "handler"> & {
    response: R;
    handler(ctx: PublicContext, request: RawRequest): Promise<z.input<R>>;
  },
): RawRoute {
  return forgetTypes({ ...route, kind: "raw" });
}

/**
 * Guarantee behind the cast: `register-routes.ts` calls a handler only with input that its own `request`
 * schemas have parsed, and with an actor unless its `access` is "public".
 */
function forgetTypes<T extends Route>(route: object): T {
  return route as T;
}
