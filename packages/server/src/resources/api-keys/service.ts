import { createHash, randomBytes } from "node:crypto";
import type { ApiKeyId, OrgId } from "@vedette/contract/ids.ts";
import { API_KEY_PREFIX, type Scope } from "@vedette/contract/scopes.ts";
import { AppError, badFields } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Db } from "../../storage/database.ts";
import { findKeyByHash, findKeyState, insertKey, touchKey } from "./queries.ts";

/** API keys: how they are made and recognised. Never stores or logs a key, only its SHA-256. */

/** A caller that shows an API key. */
export type KeyActor = { kind: "key"; keyId: ApiKeyId; orgId: OrgId; scope: Scope; name: string };

const SECRET_BYTES = 32;
/** 62^43 is just above 2^256, so 43 digits hold 32 bytes. */
const SECRET_LENGTH = 43;
const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH}}$`);
/** Characters that are kept to tell keys apart on a screen. Source: decisions.md, section 2. */
const SHOWN_LENGTH = 16;
const NAME_LENGTH_MAX = 100;
/** A key in steady use costs one write a minute, not one a request. */
const TOUCH_INTERVAL_MS = 60_000;

export type NewApiKey = {
  orgId: OrgId;
  name: string;
  scope: Scope;
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
  const key = API_KEY_PREFIX + base62(randomBytes(SECRET_BYTES));
  const id = newId(wanted.nowMs);
  const inserted = await insertKey(db, wanted.orgId, {
    id,
    name,
    scope: wanted.scope,
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
  return { id, key };
}

/** Whose key this is; null when it is unknown, revoked or expired, which callers must not tell apart. */
export async function findActor(db: Db, key: string, nowMs: number): Promise<KeyActor | null> {
  if (!KEY_PATTERN.test(key)) return null;
  const row = await findKeyByHash(db, hashKey(key));
  if (!row || !isAlive(row, nowMs)) return null;
  if (row.last_used_at === null || row.last_used_at.getTime() < nowMs - TOUCH_INTERVAL_MS) {
    const before = new Date(nowMs - TOUCH_INTERVAL_MS);
    await touchKey(db, row.org_id, { id: row.id, now: new Date(nowMs), before });
  }
  return { kind: "key", keyId: row.id, orgId: row.org_id, scope: row.scope, name: row.name };
}

/** Whether a key that was good when a long request began still is. */
export async function isKeyAlive(db: Db, actor: KeyActor, nowMs: number): Promise<boolean> {
  const state = await findKeyState(db, actor.orgId, actor.keyId);
  return state !== null && isAlive(state, nowMs);
}

function isAlive(row: { expires_at: Date | null; revoked_at: Date | null }, nowMs: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || row.expires_at.getTime() > nowMs);
}

function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < SECRET_LENGTH; digit++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
