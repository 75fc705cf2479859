import { createHash, randomBytes, randomInt } from "node:crypto";
import type { ApiKeyId } from "@vedette/contract/common/ids.ts";
import {
  DEVICE_CODE_SECONDS,
  DEVICE_INTERVAL_SECONDS,
  DEVICE_KEY_DAYS,
  type DeviceCode,
  type DeviceRequest,
  type DeviceScope,
  type DeviceToken,
} from "@vedette/contract/people/device.ts";
import { type AuditContext, audit, recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { assertAttemptsLeft } from "../../identity/sign-in-limits.ts";
import { assertKeyFits, createApiKey } from "../api-keys/service.ts";
import { membershipOf } from "../members/service.ts";
import {
  approveDevice,
  claimDevice,
  type DeviceRow,
  denyDevice,
  findPendingDevice,
  insertDevice,
  pollDevice,
  type UsedDevice,
} from "./queries.ts";

/**
 * The device flow. The program holds a secret code and polls with it; the user types a short code in the dashboard. The key is
 * created when the program fetches it, so no key is stored. Only the hash of the secret code is stored.
 */

/** Letters without vowels, so that no word arises; 20^8 codes. Source: RFC 8628, section 6.1. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;
const DEVICE_CODE_BYTES = 32;
const DAY_MS = 86_400_000;
/** A timer of the program may be a little early. */
const INTERVAL_TOLERANCE_MS = 1_000;
/** Two requests with the same user code at a time are rare: there are 25 billion. */
const INSERT_ATTEMPTS_MAX = 3;

export type DeviceDeps = { database: Database; clock: Clock; keysMax: number };

export async function createDeviceCode(
  { database, clock }: DeviceDeps,
  { clientName, ip, serverUrl }: { clientName: string; ip: string; serverUrl: string },
): Promise<DeviceCode> {
  await assertAttemptsLeft(database, clock, { kind: "device code address", subject: ip });
  const nowMs = clock.now();
  const code = randomBytes(DEVICE_CODE_BYTES).toString("base64url");
  for (let attempt = 0; attempt < INSERT_ATTEMPTS_MAX; attempt++) {
    const userCode = newUserCode();
    const inserted = await insertDevice(database, {
      id: newId(nowMs),
      codeHash: hashCode(code),
      user_code: userCode,
      client_name: clientName,
      ip,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + DEVICE_CODE_SECONDS * 1_000),
    });
    if (inserted === 0) continue;
    return {
      device_code: code,
      user_code: formatUserCode(userCode),
      verification_uri: `${serverUrl}/device`,
      verification_uri_complete: `${serverUrl}/device?code=${formatUserCode(userCode)}`,
      expires_in: DEVICE_CODE_SECONDS,
      interval: DEVICE_INTERVAL_SECONDS,
    };
  }
  throw new Error("no free user code was found");
}

/** Returns the key once after the approval. */
export async function fetchDeviceToken(
  deps: DeviceDeps,
  { deviceCode, requestId, ip }: { deviceCode: string; requestId: string; ip: string },
): Promise<DeviceToken> {
  const { database, clock, keysMax } = deps;
  const now = new Date(clock.now());
  const codeHash = hashCode(deviceCode);
  const intervalStart = new Date(now.getTime() - DEVICE_INTERVAL_SECONDS * 1_000 + INTERVAL_TOLERANCE_MS);
  const polled = await pollDevice(database, codeHash, { now, intervalStart });
  if (polled === null || polled.status === "used")
    throw new AppError("BAD_REQUEST", "The code is unknown, expired or used. Start the login again.");
  if (polled.status === "denied") throw new AppError("FORBIDDEN", "The user denied the login.");
  if (polled.is_early) {
    throw new AppError("TOO_MANY_REQUESTS", `Wait ${DEVICE_INTERVAL_SECONDS} seconds between two requests.`, {
      retryAfterSeconds: DEVICE_INTERVAL_SECONDS,
    });
  }
  if (polled.status === "pending") return { status: "pending", key: null, expires_at: null };
  return database.transaction(async (db) => {
    const used = await claimDevice(db, codeHash, now);
    if (!used) throw new AppError("BAD_REQUEST", "The code was used. Start the login again.");
    return createKeyOf(db, used, { nowMs: now.getTime(), keysMax, requestId, ip });
  });
}

type Fetching = { nowMs: number; keysMax: number; requestId: string; ip: string };

async function createKeyOf(
  db: Db,
  { org_id: orgId, person_id: personId, person_name: personName, ...device }: UsedDevice,
  { nowMs, keysMax, requestId, ip }: Fetching,
): Promise<DeviceToken> {
  const role = (await membershipOf(db, { orgId, personId, sessionId: null }))?.role;
  if (role !== "admin" && role !== "owner")
    throw new AppError("FORBIDDEN", "The user who approved the login is no longer an admin.");
  if (keysMax > 0) await assertKeyFits(db, orgId, { keysMax, now: new Date(nowMs) });
  const { scope, key_id: id } = device;
  const name = `${device.client_name} (${formatUserCode(device.user_code)})`;
  const expiresAt = new Date(nowMs + DEVICE_KEY_DAYS * DAY_MS);
  const { key } = await createApiKey(db, { id, orgId, name, scope, expiresAt, createdBy: personName, nowMs });
  const expires = expiresAt.toISOString();
  await recordWrite(db, {
    ...{ orgId, nowMs, requestId, ip },
    actor: { kind: "member", id: personId, name: personName },
    action: "api_key.create",
    target: { type: "api_key", id },
    after: { name, scope, expires_at: expires },
  });
  return { status: "approved", key, expires_at: expires };
}

type Person = { db: Db; clock: Clock; personId: string };

export async function readDevice({ db, clock, personId }: Person, userCode: string): Promise<DeviceRequest> {
  await assertAttemptsLeft(db, clock, { kind: "device code person", subject: personId });
  return toRequest(await findPendingDevice(db, normalizeUserCode(userCode), new Date(clock.now())));
}

export async function denyDeviceRequest(
  { db, clock, personId }: Person,
  userCode: string,
): Promise<DeviceRequest> {
  await assertAttemptsLeft(db, clock, { kind: "device code person", subject: personId });
  return toRequest(await denyDevice(db, normalizeUserCode(userCode), new Date(clock.now())));
}

/** Approves the request for the organization of the caller, who is one of its admins. */
export async function approveDeviceRequest(
  ctx: AuditContext,
  { userCode, scope, attempts }: { userCode: string; scope: DeviceScope; attempts: Db },
): Promise<DeviceRequest> {
  const { db, orgId, actor, clock } = ctx;
  if (actor.kind !== "member") throw new Error("an API key reached a session-only route");
  const { personId } = actor;
  // Not in the transaction, whose end undoes the count of a wrong code.
  await assertAttemptsLeft(attempts, clock, { kind: "device code person", subject: personId });
  const nowMs = clock.now();
  const keyId: ApiKeyId = newId(nowMs);
  const approval = { orgId, personId, scope, keyId, now: new Date(nowMs) };
  const request = toRequest(await approveDevice(db, normalizeUserCode(userCode), approval));
  const { client_name, ip } = request;
  const target = { type: "api_key", id: keyId } as const;
  await audit(ctx, { action: "api_key.approve", target, after: { client_name, ip, scope } });
  return request;
}

function toRequest(row: DeviceRow | null): DeviceRequest {
  if (row === null) {
    const message = "belongs to no login that waits; it may have expired, so start the login again";
    throw badFields([{ path: "user_code", message }]);
  }
  return {
    ...row,
    user_code: formatUserCode(row.user_code),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

function newUserCode(): string {
  return Array.from({ length: USER_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function formatUserCode(code: string): string {
  return `${code.slice(0, USER_CODE_LENGTH / 2)}-${code.slice(USER_CODE_LENGTH / 2)}`;
}

function normalizeUserCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z]/g, "");
}

function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
