import { createHash } from "node:crypto";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  PUSH_DEVICES_MAX,
  type PushDevice,
  type PushDeviceCreate,
  type PushTest,
} from "@vedette/contract/on-call/push-devices.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import { isPushKey } from "../../../pipeline/on-call/push/encrypt-push.ts";
import {
  deletePushDevice,
  findPushDevice,
  listPushDevices,
  type PushDeviceRow,
  savePushDevice,
} from "../../../pipeline/on-call/push/push-queries.ts";
import type { WebPush } from "../../../pipeline/on-call/push/web-push.ts";
import type { PersonActor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { describeUserAgent } from "../../../platform/kernel/describe-user-agent.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { organizationIdsOf } from "../members/service.ts";

/** The devices of a person. A device of another person is reported as not found. Never returns an endpoint or a key. */

export type PushDeviceContext = {
  /** The transaction of the write. */
  db: Db;
  clock: Clock;
  webPush: WebPush;
  person: PersonActor;
  requestId: string;
  ip: string;
  serverUrl: string;
  userAgent: string | null;
};

const USER_AGENT_LENGTH_MAX = 500;
const TESTS_PER_PERSON = { max: 10, windowMs: 60_000 };

export async function listOwnPushDevices({ db, person }: PushDeviceContext): Promise<PushDevice[]> {
  return (await listPushDevices(db, person.personId)).map(toPushDevice);
}

export async function createPushDevice(
  ctx: PushDeviceContext,
  { endpoint, keys }: PushDeviceCreate,
): Promise<PushDevice> {
  const { db, clock, person, userAgent } = ctx;
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!isPushKey(p256dh)) throw badFields([{ path: "keys.p256dh", message: "must be a point of P-256" }]);
  const endpointHash = hashEndpoint(endpoint);
  const others = (await listPushDevices(db, person.personId)).filter(
    (device) => !hashEndpoint(device.endpoint).equals(endpointHash),
  );
  if (others.length >= PUSH_DEVICES_MAX)
    throw new AppError("BAD_REQUEST", `You have ${PUSH_DEVICES_MAX} devices already. Remove one first.`);
  const nowMs = clock.now();
  const row = await savePushDevice(db, {
    id: newId(nowMs),
    personId: person.personId,
    ...{ endpoint, endpointHash, p256dh, auth },
    userAgent: (userAgent ?? "").slice(0, USER_AGENT_LENGTH_MAX),
    now: new Date(nowMs),
  });
  if (!row) throw new Error("a push device was saved but not returned");
  await auditInOrganizations(ctx, "push_device.create", row);
  return toPushDevice(row);
}

export async function removePushDevice(ctx: PushDeviceContext, id: string): Promise<void> {
  const row = await getDevice(ctx, id);
  await deletePushDevice(ctx.db, ctx.person.personId, id);
  await auditInOrganizations(ctx, "push_device.delete", row);
}

export async function testPushDevice(ctx: PushDeviceContext, id: string): Promise<PushTest> {
  const { db, clock, person, webPush, serverUrl } = ctx;
  const row = await getDevice(ctx, id);
  const subject = `push tests of person ${person.personId}`;
  const { max, windowMs } = TESTS_PER_PERSON;
  const { actions, endsInMs } = await countAction(db, { subject, windowMs, nowMs: clock.now() });
  if (actions > max) {
    const retryAfterSeconds = Math.ceil(endsInMs / 1_000);
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `At most ${max} test notifications a minute. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    );
  }
  const [result] = await webPush.send([row], {
    ...{ kind: "test", title: "Test notification from Vedette", acknowledge_url: null, alert_id: null },
    body: "Notifications work on this device. No action is needed.",
    url: `${serverUrl}/settings/profile`,
    badge: null,
  });
  return {
    delivered: result?.outcome === "delivered",
    removed: result?.outcome === "gone",
    status_code: result?.statusCode ?? null,
    error: result?.error ?? null,
  };
}

async function getDevice({ db, person }: PushDeviceContext, id: string): Promise<PushDeviceRow> {
  const row = UUID_PATTERN.test(id) ? await findPushDevice(db, person.personId, id) : null;
  if (!row) throw notFound("device");
  return row;
}

/** A device belongs to all organizations of its person. The order by id prevents deadlocks between concurrent requests. */
async function auditInOrganizations(
  { db, clock, person, requestId, ip }: PushDeviceContext,
  action: "push_device.create" | "push_device.delete",
  row: PushDeviceRow,
): Promise<void> {
  const { browser, service } = toPushDevice(row);
  const fields =
    action === "push_device.create" ? { after: { browser, service } } : { before: { browser, service } };
  for (const orgId of await organizationIdsOf(db, person.personId)) {
    await recordWrite(db, {
      orgId,
      nowMs: clock.now(),
      actor: { kind: "member", id: person.personId, name: person.name },
      action,
      target: { type: "push_device", id: row.id },
      ...fields,
      requestId,
      ip,
    });
  }
}

function toPushDevice(row: PushDeviceRow): PushDevice {
  return {
    id: row.id,
    browser: describeUserAgent(row.user_agent),
    service: new URL(row.endpoint).host,
    endpoint_sha256: hashEndpoint(row.endpoint).toString("hex"),
    created_at: row.created_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    last_error: row.last_error,
  };
}

function hashEndpoint(endpoint: string): Buffer {
  return createHash("sha256").update(endpoint).digest();
}
