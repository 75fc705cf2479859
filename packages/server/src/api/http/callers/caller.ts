import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor, KeyActor, MemberActor, PersonActor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { isAllowedAddress } from "../../../platform/net/networks/ip-allow.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type ApiKeyCache, createApiKeyCache } from "../../resources/api-keys/api-key-cache.ts";
import { membershipOf } from "../../resources/members/service.ts";
import type { Access } from "../../routing/define-route.ts";
import { assertAllowed } from "./authorize.ts";
import { namedByClient } from "./client-of-key.ts";
import type { SessionPort } from "./identity-port.ts";
import { createRequestLimits, type RequestLimitConfig, type RequestLimits } from "./request-limits.ts";

/**
 * Identifies, rate-limits and authorizes the caller before anything except the headers is read. Every request
 * looks up its session and membership, and its key through `api-key-cache.ts`, so revocations and changes
 * take effect at once on every node.
 */

export type CallerDeps = { db: Db; clock: Clock; identity: SessionPort; config: RequestLimitConfig };

/** The path of such a route contains its organization. */
const ORGANIZATION_PATH = "/api/v1/organizations/:id";

export async function identifyCallers(
  app: FastifyInstance,
  { db, clock, identity, config }: CallerDeps,
): Promise<void> {
  app.decorateRequest("actor", null);
  const limits = await createRequestLimits(app, config);
  const admission = { db, identity, limits, keys: createApiKeyCache(db, clock) };

  app.addHook("onRoute", ({ url, config }) => {
    if (isApiPath(url) && config?.access === undefined) throw new Error(`${url} does not say who may use it`);
  });
  app.addHook("onRequest", async (request, reply) => {
    const { access = "public", isSigned = false, hasOwnLimits = false } = request.routeOptions.config;
    // Checks the route as well as the URL: the router treats /%61pi/v1 as the same path.
    if (access === "public" && (hasOwnLimits || !isApiPath(request.url))) return;
    const found = await findCaller(admission, request, access);
    const caller = found?.caller ?? null;
    request.actor = caller;
    await limits.ofCaller(caller, isSigned)(request, reply);
    if (found) assertAddress(request, found);
    if (access === "public") return;
    if (!caller) throw unauthorized(request.headers.authorization);
    await admit(admission, { request, reply, caller, access });
  });
}

type FoundCaller = { caller: KeyActor | PersonActor; ipAllow: readonly string[] };
type Admission = { db: Db; identity: SessionPort; keys: ApiKeyCache; limits: RequestLimits };

async function findCaller(
  { identity, keys }: Admission,
  { headers }: FastifyRequest,
  access: Access,
): Promise<FoundCaller | null> {
  if (headers.authorization !== undefined) {
    const credential = readCredential(headers.authorization);
    const found = credential === null ? null : await keys.find(credential);
    return found && { caller: namedByClient(found.actor), ipAllow: found.ipAllow };
  }
  // Public routes return the same to everyone, and a request without a cookie has no session.
  if (access === "public" || headers.cookie === undefined) return null;
  const session = await identity.findSession(headers);
  if (!session) return null;
  const { personId, name, email, sessionId } = session;
  return { caller: { kind: "person", personId, name, email, sessionId }, ipAllow: [] };
}

/** After the rate limits, so that a wrong address cannot be tried without limit. */
function assertAddress({ ip }: FastifyRequest, { ipAllow }: FoundCaller): void {
  if (isAllowedAddress(ipAllow, ip)) return;
  throw new AppError(
    "FORBIDDEN",
    `This API key may not be used from ${ip}. Call from an address of its list, or create a key without that limit.`,
  );
}

type IdentifiedRequest = {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: KeyActor | PersonActor;
  access: Exclude<Access, "public">;
};

async function admit(
  { db, identity, limits }: Admission,
  { request, reply, caller, access }: IdentifiedRequest,
): Promise<void> {
  const takeOfOrganization = limits.ofOrganization(caller);
  if (caller.kind === "person") assertFromOurPages(request, identity);
  if (caller.kind === "key") await takeOfOrganization(request, reply);
  if (caller.kind === "key" || access.role === null) {
    assertAllowed(caller, access, request.method);
    await assertOwnPath(db, request, caller);
    return;
  }
  const member = await memberOf(db, request, caller);
  // Set before authorization, because the audit log also records who was denied.
  request.actor = member;
  await takeOfOrganization(request, reply);
  assertAllowed(member, access, request.method);
}

export function isApiPath(url: string): boolean {
  return url.startsWith("/api/");
}

/** Requires a same-origin request for writes, because browsers send the cookie with requests of any page. */
function assertFromOurPages({ method, headers }: FastifyRequest, identity: SessionPort): void {
  if (method === "GET" || method === "HEAD" || identity.isSameOrigin(headers)) return;
  throw new AppError(
    "FORBIDDEN",
    "A request with a session's cookie that changes something must come from this server's own pages (Origin, " +
      "Sec-Fetch-Site), at VEDETTE_PUBLIC_URL where that is set. Programs use an API key.",
  );
}

function lacksSecondFactor(): AppError {
  return new AppError(
    "FORBIDDEN",
    "This organization requires two-factor authentication. Set it up for your account, and sign in again.",
    { details: [{ path: "two_factor", message: "is required" }] },
  );
}

function lacksProvider(): AppError {
  return new AppError(
    "FORBIDDEN",
    "This organization requires single sign-on. Sign in with its identity provider.",
    { details: [{ path: "sso", message: "is required" }] },
  );
}

/** Uses the organization of the path, then that of X-Organization-Id, then the user's first. */
async function memberOf(db: Db, request: FastifyRequest, person: PersonActor): Promise<MemberActor> {
  const inPath = organizationInPath(request);
  const wanted = inPath ?? organizationInHeader(request);
  const known = wanted === null || UUID_PATTERN.test(wanted);
  const { personId, sessionId } = person;
  const found = known ? await membershipOf(db, { orgId: wanted, personId, sessionId }) : null;
  if (found) {
    const { lacksTwoFactor, lacksSingleSignOn, ...membership } = found;
    if (lacksSingleSignOn) throw lacksProvider();
    if (lacksTwoFactor) throw lacksSecondFactor();
    return { ...person, ...membership, kind: "member" };
  }
  if (inPath !== null) throw notFound("organization");
  if (wanted !== null) throw otherOrganization();
  throw new AppError("FORBIDDEN", "You belong to no organization. Create one, or accept an invitation.");
}

/**
 * Rejects a path or header of another organization. A key belongs to one; a user on a route without one may
 * still not name an organization that they do not belong to.
 */
async function assertOwnPath(db: Db, request: FastifyRequest, caller: KeyActor | PersonActor): Promise<void> {
  if (caller.kind === "key") {
    const inPath = organizationInPath(request);
    if (inPath !== null && inPath !== caller.orgId) throw notFound("organization");
    return;
  }
  const named = organizationInHeader(request);
  if (named === null) return;
  const { personId, sessionId } = caller;
  const found = UUID_PATTERN.test(named)
    ? await membershipOf(db, { orgId: named, personId, sessionId })
    : null;
  if (!found) throw otherOrganization();
}

function otherOrganization(): AppError {
  return new AppError("FORBIDDEN", "You are not a member of the organization that X-Organization-Id names.");
}

/** Fastify parses the path parameters before the first hook. */
function organizationInPath({ routeOptions, params }: FastifyRequest): OrgId | null {
  if (!routeOptions.url?.startsWith(ORGANIZATION_PATH)) return null;
  return typeof params === "object" && params !== null && "id" in params ? String(params.id) : null;
}

function organizationInHeader({ headers }: FastifyRequest): string | null {
  const named = headers["x-organization-id"];
  return typeof named === "string" ? named : null;
}

/**
 * Returns the key of `Authorization: Bearer <KEY>`, or null. Keys in a URL are not read, because URLs are
 * logged.
 */
function readCredential(header: string): string | null {
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? null;
}

function unauthorized(header: string | undefined): AppError {
  const message =
    header === undefined
      ? "Sign in, or send your API key in the header Authorization: Bearer <API_KEY>."
      : readCredential(header) === null
        ? "The Authorization header must be: Bearer <API_KEY>."
        : "This API key is not valid: it is unknown, revoked or expired. Create a new one.";
  return new AppError("UNAUTHORIZED", message);
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | PersonActor | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Requests are signed, and the route's handler verifies the signature. */
    isSigned?: boolean;
    /** A public route that identifies and limits its senders by itself. */
    hasOwnLimits?: boolean;
  }
}
