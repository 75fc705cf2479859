import { type ApiKeyId, type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { ApiKey, ApiKeyCreate, ApiKeyListQuery } from "@vedette/contract/people/api-keys.ts";
import { SCOPES, type Scope } from "@vedette/contract/people/scopes.ts";
import { isOwnLocation, type RunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { notifyPrivateLocations } from "../../../pipeline/locations/private-locations.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { notifyAccessChanged } from "../../../platform/storage/access-notice.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { Actor, KeyActor } from "../../routing/actor.ts";
import { type AuditContext, audit, recordWrite } from "../audit-log/service.ts";
import { hashKey, isAlive, newKey } from "./key.ts";
import { type ApiKeyListRow, countKeys, findKeyState, insertKey, listKeys, revokeKey } from "./queries.ts";

export { KEY_FORGOTTEN_MS } from "./api-key-cache.ts";

/** API keys: how they are made, listed and revoked. Never stores or logs a key, only its SHA-256. */

/** Characters that are kept to tell keys apart on a screen. Source: decisions.md, section 2. */
const SHOWN_LENGTH = 16;
const NAME_LENGTH_MAX = 100;

export type NewApiKey = {
  orgId: OrgId;
  name: string;
  scope: Scope;
  /** Of a runner's key, and of no other. */
  location?: string | null;
  expiresAt?: Date | null;
  createdBy: string;
  nowMs: number;
};

/** Makes a key. What it answers is the only time that the key itself is seen. */
export async function createApiKey(db: Db, wanted: NewApiKey): Promise<{ id: ApiKeyId; key: string }> {
  const name = wanted.name.trim();
  if (name === "" || name.length > NAME_LENGTH_MAX) {
    throw badFields([{ path: "name", message: `must be 1 to ${NAME_LENGTH_MAX} characters long` }]);
  }
  const key = newKey();
  const id = newId(wanted.nowMs);
  const inserted = await insertKey(db, wanted.orgId, {
    id,
    name,
    scope: wanted.scope,
    location: wanted.location ?? null,
    keyHash: hashKey(key),
    keyStart: key.slice(0, SHOWN_LENGTH),
    createdBy: wanted.createdBy,
    createdAt: new Date(wanted.nowMs),
    expiresAt: wanted.expiresAt ?? null,
  });
  if (inserted === 0) {
    throw new AppError(
      "BAD_REQUEST",
      `An API key named '${name}' already exists in this organization. Choose another name or revoke that key.`,
      { details: [{ path: "name", message: "is taken" }] },
    );
  }
  if (wanted.scope === "runner") await notifyPrivateLocations(db);
  return { id, key };
}

/** Makes a key for somebody on the machine itself, who is told apart by `createdBy` alone. */
export async function createSystemKey(db: Db, wanted: NewApiKey): Promise<string> {
  const { orgId, name, scope, location, createdBy, nowMs } = wanted;
  const { id, key } = await createApiKey(db, wanted);
  await recordWrite(db, {
    orgId,
    nowMs,
    actor: { kind: "system", id: null, name: createdBy },
    action: "api_key.create",
    target: { type: "api_key", id },
    after: { name: name.trim(), scope, ...(location && { location }) },
  });
  return key;
}

/** Makes a key for a request, no stronger than who asks for it. */
export async function issueApiKey(
  ctx: AuditContext,
  { name, scope, location: named, expires_at: expiresAt }: ApiKeyCreate,
  { staff, keysMax }: { staff: RunnerAvailability; keysMax: number },
): Promise<ApiKey & { key: string }> {
  assertMayIssue(ctx.actor, scope);
  const location = named ?? null;
  assertLocation({ scope, location }, staff);
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
    expiresAt: expiresAt ?? null,
    createdBy,
    nowMs,
  });
  const fields = { name, scope, location, expires_at: expiresAt?.toISOString() ?? null };
  await audit(ctx, { action: "api_key.create", target: { type: "api_key", id }, after: fields });
  return {
    id,
    ...fields,
    status: "active",
    key_start: key.slice(0, SHOWN_LENGTH),
    created_by: createdBy,
    created_at: new Date(nowMs).toISOString(),
    last_used_at: null,
    revoked_at: null,
    key,
  };
}

/** Two that are made at once wait for each other by the organization's lock. */
async function assertKeyFits(
  db: Db,
  orgId: OrgId,
  { keysMax, now }: { keysMax: number; now: Date },
): Promise<void> {
  if ((await countKeys(db, orgId, now)) < keysMax) return;
  throw new AppError(
    "FORBIDDEN",
    `An organization may have ${keysMax} API keys that work at the same time (VEDETTE_API_KEYS_MAX_PER_ORGANIZATION): revoke one that is not used any more.`,
  );
}

/** Its requests are refused from the next one on; its event streams end. */
export async function revokeApiKey(ctx: AuditContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  const now = new Date(ctx.clock.now());
  const row = UUID_PATTERN.test(id) ? await revokeKey(db, orgId, { id, now }) : null;
  if (!row) throw notFound("API key that is not revoked yet");
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
  const rows = await listKeys(db, orgId, { query, place: readCursorPosition(query), now: new Date(nowMs) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: data.map((row) => toApiKey(row, nowMs)), meta };
}

/** Whether a key that was good when a long request began still is. */
export async function isKeyAlive(db: Db, actor: KeyActor, nowMs: number): Promise<boolean> {
  const state = await findKeyState(db, actor.orgId, actor.keyId);
  return state !== null && isAlive(state, nowMs);
}

/** `admin` is what an admin is; the other two are within what every member may read or run. */
function assertMayIssue(actor: Actor, scope: Scope): void {
  const own = actor.kind === "key" ? actor.scope : null;
  if (own === null || own === "admin" || SCOPES.indexOf(scope) < SCOPES.indexOf(own)) return;
  throw new AppError("FORBIDDEN", `A key of scope '${own}' cannot make one of scope '${scope}'.`);
}

/** A location of the server's own stays everybody's: an organization names another one for its runners. */
function assertLocation(
  { scope, location }: { scope: Scope; location: string | null },
  staff: RunnerAvailability,
): void {
  const refuse = (message: string) => badFields([{ path: "location", message }]);
  if (scope !== "runner") {
    if (location !== null) throw refuse("is for keys of scope 'runner' alone; leave it out");
    return;
  }
  if (location === null) throw refuse("is needed: a runner's key is for one location");
  if (isOwnLocation(location, staff)) {
    throw refuse(
      `names '${location}', where this server's own runners are; choose another name, such as 'home'`,
    );
  }
}

function toApiKey(row: ApiKeyListRow, nowMs: number): ApiKey {
  const status = row.revoked_at !== null ? "revoked" : isAlive(row, nowMs) ? "active" : "expired";
  return {
    ...row,
    status,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
