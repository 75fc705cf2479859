import { type ApiKeyId, type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { ApiKey, ApiKeyCreate, ApiKeyListQuery } from "@vedette/contract/people/api-keys.ts";
import { SCOPES, type Scope } from "@vedette/contract/people/scopes.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { isOwnLocation, type RunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { type AuditContext, audit, recordWrite } from "../../../pipeline/audit/audit.ts";
import { notifyPrivateLocations } from "../../../pipeline/locations/private-locations.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import type { Actor, KeyActor } from "../../../platform/kernel/actor.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { toNetwork } from "../../../platform/net/networks/ip-allow.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { hashKey, isValid, newKey } from "./key.ts";
import {
  type ApiKeyListRow,
  countKeys,
  findKey,
  findKeyState,
  insertKey,
  listKeys,
  revokeKey,
} from "./queries.ts";

export { REVOCATION_DELAY_MS } from "./api-key-cache.ts";

/** API keys: creating, listing and revoking them. Never stores or logs a key, only its SHA-256. */

/** Number of leading characters that are stored, so that users can identify a key. */
const KEY_START_LENGTH = 16;
const NAME_LENGTH_MAX = 100;

export type NewApiKey = {
  /** Its ID if it is known before the key; else a new one. */
  id?: ApiKeyId;
  orgId: OrgId;
  name: string;
  scope: Scope;
  /** Only for keys of scope `runner`. */
  location?: string | null;
  /** Only for keys of scope `code`. */
  projects?: readonly string[] | null;
  /** IP addresses and networks, in their normal form; all addresses if it is empty or not set. */
  ipAllow?: readonly string[];
  /** Which targets it is limited to; no limit if it is not set. */
  selector?: Selector | null;
  /** The trust of a key that was exchanged for an OIDC token. */
  trustId?: string | null;
  expiresAt?: Date | null;
  createdBy: string;
  nowMs: number;
};

/** Creates a key. The key itself is returned only here. */
export async function createApiKey(db: Db, input: NewApiKey): Promise<{ id: ApiKeyId; key: string }> {
  const name = input.name.trim();
  if (name === "" || name.length > NAME_LENGTH_MAX) {
    throw badFields([{ path: "name", message: `must be 1 to ${NAME_LENGTH_MAX} characters long` }]);
  }
  const key = newKey();
  const id = input.id ?? newId(input.nowMs);
  const inserted = await insertKey(db, input.orgId, {
    id,
    name,
    scope: input.scope,
    location: input.location ?? null,
    projects: input.projects ?? null,
    ipAllow: input.ipAllow ?? [],
    selector: input.selector ?? null,
    trustId: input.trustId ?? null,
    keyHash: hashKey(key),
    keyStart: key.slice(0, KEY_START_LENGTH),
    createdBy: input.createdBy,
    createdAt: new Date(input.nowMs),
    expiresAt: input.expiresAt ?? null,
  });
  if (inserted === 0) {
    throw new AppError(
      "BAD_REQUEST",
      `An API key named '${name}' already exists in this organization. Choose another name or revoke that key.`,
      { details: [{ path: "name", message: "is taken" }] },
    );
  }
  if (input.scope === "runner") await notifyPrivateLocations(db);
  return { id, key };
}

/** Creates a key for a user of the command line. `createdBy` is the only name in the audit log. */
export async function createSystemKey(db: Db, input: NewApiKey): Promise<string> {
  const { orgId, name, scope, location, projects, createdBy, nowMs } = input;
  const { id, key } = await createApiKey(db, input);
  await recordWrite(db, {
    orgId,
    nowMs,
    actor: { kind: "system", id: null, name: createdBy },
    action: "api_key.create",
    target: { type: "api_key", id },
    after: { name: name.trim(), scope, ...(location && { location }), ...(projects && { projects }) },
  });
  return key;
}

/** Creates a key for a request. Its scope cannot exceed the scope of the caller. */
export async function issueApiKey(
  ctx: AuditContext,
  {
    name,
    scope,
    location: requestedLocation,
    projects: requestedProjects,
    ip_allow: requestedNetworks,
    selector: requestedSelector,
    expires_at: expiresAt,
  }: ApiKeyCreate,
  { availability, keysMax }: { availability: RunnerAvailability; keysMax: number },
): Promise<ApiKey & { key: string }> {
  assertMayIssue(ctx.actor, scope);
  const location = requestedLocation ?? null;
  assertLocation({ scope, location }, availability);
  const projects = requestedProjects ? [...new Set(requestedProjects)] : null;
  assertProjects({ scope, projects });
  const ipAllow = readNetworks(requestedNetworks);
  const selector = requestedSelector ?? null;
  await assertKeySelector(ctx, { scope, selector });
  const nowMs = ctx.clock.now();
  if (expiresAt !== undefined && expiresAt !== null && expiresAt.getTime() <= nowMs) {
    throw badFields([{ path: "expires_at", message: "must be in the future" }]);
  }
  const { db, orgId, actor } = ctx;
  if (keysMax > 0) await assertKeyFits(db, orgId, { keysMax, now: new Date(nowMs) });
  const createdBy = actor.name;
  const { id, key } = await createApiKey(db, {
    orgId,
    name,
    scope,
    location,
    projects,
    ipAllow,
    selector,
    expiresAt: expiresAt ?? null,
    createdBy,
    nowMs,
  });
  const expires = expiresAt?.toISOString() ?? null;
  const fields = { name, scope, location, projects, ip_allow: ipAllow, selector, expires_at: expires };
  await audit(ctx, { action: "api_key.create", target: { type: "api_key", id }, after: fields });
  return {
    id,
    ...fields,
    status: "active",
    key_start: key.slice(0, KEY_START_LENGTH),
    created_by: createdBy,
    created_at: new Date(nowMs).toISOString(),
    last_used_at: null,
    revoked_at: null,
    key,
  };
}

/** The lock on the organization serializes concurrent creations. */
export async function assertKeyFits(
  db: Db,
  orgId: OrgId,
  { keysMax, now }: { keysMax: number; now: Date },
): Promise<void> {
  if ((await countKeys(db, orgId, now)) < keysMax) return;
  throw new AppError(
    "FORBIDDEN",
    `This organization has reached its limit of ${keysMax} active API keys (VEDETTE_API_KEYS_MAX_PER_ORGANIZATION). Revoke a key that is no longer used.`,
  );
}

/** Revokes a key. It is rejected from the next request on, and its event streams are closed. */
export async function revokeApiKey(ctx: AuditContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  const now = new Date(ctx.clock.now());
  const row = UUID_PATTERN.test(id) ? await revokeKey(db, orgId, { id, now }) : null;
  if (!row) throw notFound("unrevoked API key");
  await notifyAccessChanged(db, orgId);
  const { name, scope } = row;
  const target = { type: "api_key", id: row.id } as const;
  await audit(ctx, { action: "api_key.revoke", target, before: { name, scope } });
}

export async function listApiKeyPage(
  { db, orgId, clock }: Pick<AuditContext, "db" | "orgId" | "clock">,
  query: ApiKeyListQuery,
): Promise<Page<ApiKey>> {
  const nowMs = clock.now();
  const rows = await listKeys(db, orgId, {
    query,
    position: readCursorPosition(query),
    now: new Date(nowMs),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: data.map((row) => toApiKey(row, nowMs)), meta };
}

export async function getApiKey(
  { db, orgId, clock }: Pick<AuditContext, "db" | "orgId" | "clock">,
  id: string,
): Promise<ApiKey> {
  const row = UUID_PATTERN.test(id) ? await findKey(db, orgId, id) : null;
  if (!row) throw notFound("API key");
  return toApiKey(row, clock.now());
}

/** Returns whether a key that was valid at the start of a long request is still valid. */
export async function isKeyAlive(db: Db, actor: KeyActor, nowMs: number): Promise<boolean> {
  const state = await findKeyState(db, actor.orgId, actor.keyId);
  return state !== null && isValid(state, nowMs);
}

/**
 * Callers who are members have the role admin and may create every scope, and so may keys of scope `admin`. Other keys may
 * create only scopes below their own.
 */
function assertMayIssue(actor: Actor, scope: Scope): void {
  const own = actor.kind === "key" ? actor.scope : null;
  if (own === null || own === "admin" || SCOPES.indexOf(scope) < SCOPES.indexOf(own)) return;
  throw new AppError("FORBIDDEN", `A key of scope '${own}' cannot create a key of scope '${scope}'.`);
}

/**
 * Runner keys cannot use a location of the server's own runners, because all organizations share these
 * locations.
 */
function assertLocation(
  { scope, location }: { scope: Scope; location: string | null },
  availability: RunnerAvailability,
): void {
  const invalid = (message: string) => badFields([{ path: "location", message }]);
  if (scope !== "runner") {
    if (location !== null) throw invalid("is only valid for keys of scope 'runner'; omit it");
    return;
  }
  if (location === null) throw invalid("is required for keys of scope 'runner'");
  if (isOwnLocation(location, availability)) {
    throw invalid(
      `is '${location}', a location of this server's own runners; choose another name, such as 'home'`,
    );
  }
}

function assertProjects({ scope, projects }: { scope: Scope; projects: readonly string[] | null }): void {
  if ((scope === "code") === (projects !== null)) return;
  const message =
    projects === null
      ? 'is required for keys of scope \'code\', such as ["shop", "team-*"]'
      : "is only valid for keys of scope 'code'; omit it";
  throw badFields([{ path: "projects", message }]);
}

async function assertKeySelector(
  { db, orgId }: Pick<AuditContext, "db" | "orgId">,
  { scope, selector }: { scope: Scope; selector: Selector | null },
): Promise<void> {
  if (selector === null) return;
  if (scope === "runner" || scope === "code") {
    const message = "is only valid for keys of scope 'agent', 'read' or 'admin'; omit it";
    throw badFields([{ path: "selector", message }]);
  }
  const errors = await findSelectorErrors(db, orgId, { before: null, after: selector });
  if (errors.length > 0) throw badFields(errors);
}

function readNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => ({ text, network: toNetwork(text) }));
  const wrong = networks.flatMap(({ text, network }) => (network === null ? [text] : []));
  if (wrong.length > 0) {
    const message = `must be IP addresses or networks such as 203.0.113.0/24, not ${wrong.join(", ")}`;
    throw badFields([{ path: "ip_allow", message }]);
  }
  return [...new Set(networks.map(({ network, text }) => network ?? text))];
}

function toApiKey(row: ApiKeyListRow, nowMs: number): ApiKey {
  const status = row.revoked_at !== null ? "revoked" : isValid(row, nowMs) ? "active" : "expired";
  return {
    ...row,
    status,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
