import type { IncomingHttpHeaders } from "node:http";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { Visitor } from "../identity/visitor.ts";
import type { Actor, KeyActor, PersonActor } from "./actor.ts";
import type { FileResponse } from "./file-response.ts";
import type { Form, FormLimits } from "./form.ts";

/**
 * The shape of a route. Resources describe theirs with it, `register-routes.ts` serves them; it knows
 * neither Fastify's life cycle nor any resource.
 */

/**
 * The scope that a key needs and the role that a member needs; a route without either says so. Scope null:
 * no key can call it, only a signed-in user. Role null: it belongs to no organization, and any user who is
 * signed in may use it.
 */
export type Access = { scope: Scope | null; role: Role } | PersonalAccess | RunnerAccess | "public";
export type PersonalAccess = { scope: Scope | null; role: null };
/** Jobs contain secrets, so no user of any role and no other key can fetch them. */
export type RunnerAccess = { scope: "runner"; role: "runner" };

/** What every handler of a route with a caller is given. */
export type RequestContext = {
  actor: Actor;
  orgId: OrgId;
  requestId: string;
  /** IP address of the caller, from trusted proxies. */
  ip: string;
  /** The same with the headers that it sent; for the routes of signing in. */
  visitor: Visitor;
  /** Cookies to answer with. */
  setCookies(cookies: readonly string[]): void;
  /** Where people reach this server, without a slash at its end. */
  serverUrl: string;
  log: Logger;
  /** The route's transaction where it asks for one, else the pool. */
  db: Db;
  clock: Clock;
  /** Aborted when the client goes away: for the rare handler that waits. */
  signal: AbortSignal;
  /** Publishes events after the commit. */
  emit(event: LiveEvent): void;
  /**
   * Runs after the commit without delaying the response, such as sending a mail.
   * `work` has an error path of its own.
   */
  afterCommit(work: () => Promise<void>): void;
  /**
   * For a route without a transaction of its own, whose handler works for long before it writes: does `work` in
   * one, once for an `Idempotency-Key` where the route honors it.
   */
  inTransaction<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T>;
};

/** What a handler is given whose route belongs to no organization. */
export type PersonalContext = Omit<RequestContext, "actor" | "orgId"> & { actor: KeyActor | PersonActor };

export type PublicContext = Pick<RequestContext, "requestId" | "log" | "clock" | "visitor" | "setCookies">;

type Shape = z.ZodType | undefined;
type Read<S> = S extends z.ZodType ? z.output<S> : undefined;
export type RouteInput<P = unknown, Q = unknown, B = unknown> = { params: P; query: Q; body: B };

export type SuccessStatus = 200 | 201 | 202;

type RouteFacts<A extends Access> = {
  /** Stable name of the operation in the OpenAPI document. */
  id: string;
  tag: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: `/${string}`;
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
  /** The whole answer, envelope included. */
  response: R;
  status: SuccessStatus;
  /** For a route that answers in two ways: the other status, and which answers have it. */
  otherwise?: { status: SuccessStatus; when(answer: z.input<R>): boolean };
  /** Runs the handler in one transaction, which `ctx.db` is. */
  transaction?: boolean;
  /** Honours `Idempotency-Key`; needs `transaction`, or a handler that writes within `ctx.inTransaction`. */
  idempotent?: boolean;
  /** How long to wait after the commit until all nodes know of it; needs `transaction`. */
  answerDelayMs?: number;
  /** For the rare handler that waits for something outside; others have `HANDLER_TIMEOUT_MS`. */
  handlerTimeoutMs?: number;
  /** Of a body that may be larger than others, and packed by gzip; this counts it unpacked. */
  packedBodyBytesMax?: number;
  /** The answer holds secrets: nothing on its way may keep it. */
  isSecret?: true;
  handler(
    ctx: A extends "public" ? PublicContext : A extends PersonalAccess ? PersonalContext : RequestContext,
    input: RouteInput<Read<P>, Read<Q>, Read<B>>,
  ): Promise<z.input<R>>;
};

/** A route as the server handles it, its own types forgotten. */
export type JsonRoute = RouteFacts<Access> & {
  kind: "json";
  request: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  response: z.ZodType;
  status: SuccessStatus;
  otherwise?: { status: SuccessStatus; when(answer: unknown): boolean };
  transaction?: boolean;
  idempotent?: boolean;
  answerDelayMs?: number;
  handlerTimeoutMs?: number;
  packedBodyBytesMax?: number;
  isSecret?: true;
  handler(ctx: RequestContext, input: RouteInput): Promise<unknown>;
};

/** A route that answers with an endless stream of its own making. */
export type StreamRoute = RouteFacts<Exclude<Access, "public" | PersonalAccess>> & {
  kind: "stream";
  request: { query: z.ZodType };
  contentType: string;
  stream(ctx: RequestContext, input: RouteInput, reply: FastifyReply): Promise<void>;
};

/** A route that answers with a stored file, or a part of it. */
export type FileRoute = RouteFacts<Exclude<Access, PersonalAccess>> & {
  kind: "file";
  request: { params: z.ZodType; query?: z.ZodType };
  contentType: string;
  /** For GET requests alone. */
  handler(ctx: RequestContext, input: RouteInput): Promise<FileResponse>;
};

/** A route that takes a form with a file. It is in no transaction, for a file takes as long as it takes. */
export type FormRoute = RouteFacts<Exclude<Access, "public" | PersonalAccess>> & {
  kind: "form";
  request: { params?: z.ZodType };
  form: FormLimits;
  response: z.ZodType;
  status: 201;
  otherwise?: { status: SuccessStatus; when(answer: unknown): boolean };
  handlerTimeoutMs?: number;
  handler(ctx: RequestContext, input: RouteInput, form: Form<unknown>): Promise<unknown>;
};

/** What a route of raw bytes is given: what was sent, as it was sent. */
export type RawRequest = { body: Buffer; headers: Readonly<IncomingHttpHeaders> };

/**
 * A route that takes what another service sends, byte by byte, because its signature is over those bytes. The
 * signature is the credential, so the route is public and its handler checks it.
 */
export type RawRoute = RouteFacts<"public"> & {
  kind: "raw";
  /** What the document says is sent. */
  request: { body: z.ZodType };
  bodyBytesMax: number;
  response: z.ZodType;
  status: 200;
  handler(ctx: PublicContext, request: RawRequest): Promise<unknown>;
};

export type Route = JsonRoute | StreamRoute | FileRoute | FormRoute | RawRoute;

/** Checks a route against its own schemas and forgets their types. */
export function defineRoute<
  A extends Access,
  R extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(route: RouteDefinition<A, P, Q, B, R>): JsonRoute {
  return forgetTypes({ ...route, kind: "json" });
}

/** The same for a route that streams. */
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

/** The same for a route that answers with a file. */
export function defineFile<
  A extends Exclude<Access, PersonalAccess>,
  P extends z.ZodType,
  Q extends Shape = undefined,
>(
  route: RouteFacts<A> & {
    request: { params: P; query?: Q };
    contentType: string;
    handler(
      ctx: A extends "public" ? PublicContext : RequestContext,
      input: RouteInput<z.output<P>, Read<Q>, undefined>,
    ): Promise<FileResponse>;
  },
): FileRoute {
  return forgetTypes({ ...route, kind: "file" });
}

/** The same for a route that takes a form with a file. */
export function defineForm<S extends z.ZodObject, R extends z.ZodType, P extends Shape = undefined>(
  route: Omit<FormRoute, "kind" | "request" | "form" | "response" | "otherwise" | "handler"> & {
    request: { params?: P };
    form: FormLimits<S>;
    response: R;
    otherwise?: { status: SuccessStatus; when(answer: z.input<R>): boolean };
    handler(
      ctx: RequestContext,
      input: RouteInput<Read<P>, unknown, undefined>,
      form: Form<z.output<S>>,
    ): Promise<z.input<R>>;
  },
): FormRoute {
  return forgetTypes({ ...route, kind: "form" });
}

/** The same for a route that takes raw bytes. */
export function defineRaw<R extends z.ZodType>(
  route: Omit<RawRoute, "kind" | "response" | "handler"> & {
    response: R;
    handler(ctx: PublicContext, request: RawRequest): Promise<z.input<R>>;
  },
): RawRoute {
  return forgetTypes({ ...route, kind: "raw" });
}

/**
 * Guarantee behind the cast: `register-routes.ts` calls a handler only with what its own `request`
 * schemas have parsed, and with an actor unless its `access` is "public".
 */
function forgetTypes<T extends Route>(route: object): T {
  return route as T;
}
