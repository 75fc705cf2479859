import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { listMemberDevices, type PushAudience, type PushDeviceRow } from "./push-queries.ts";
import type { PushPayload, PushResult } from "./send-web-push.ts";
import type { WebPush } from "./web-push.ts";

/** Sends one notification to all devices of some members of an organization. */
export type PushToMembers = (push: MemberPush) => Promise<MemberPushReport>;

export type MemberPush = {
  orgId: OrgId;
  audience: PushAudience;
  payload: PushPayload;
  /** IDs of devices that have the notification already. */
  deliveredTo: readonly string[];
};

export type MemberPushReport = {
  /** The members of the audience, each with what happened at their devices. */
  members: readonly { id: string; email: string; results: readonly PushResult[] }[];
  /** Devices that got nothing, because there are more than `PUSHED_DEVICES_MAX`. */
  leftOut: number;
};

/** Devices of one notification. */
const PUSHED_DEVICES_MAX = 200;
/** Requests at the same time. */
const AT_ONCE_MAX = 100;
/** Each request has ten seconds, and then two for the rest of the answer. */
export const PUSH_TO_MEMBERS_TIMEOUT_MS = (PUSHED_DEVICES_MAX / AT_ONCE_MAX) * 12_000;

export function createPushToMembers(database: Database, webPush: WebPush): PushToMembers {
  return async ({ orgId, audience, payload, deliveredTo }) => {
    const rows = await listMemberDevices(database, orgId, audience);
    const known = rows.flatMap(({ device }) => (device === null ? [] : [device]));
    const devices = known.slice(0, PUSHED_DEVICES_MAX);
    const had = devices.filter(({ id }) => deliveredTo.includes(id)).map(alreadyDelivered);
    const open = devices.filter(({ id }) => !deliveredTo.includes(id));
    const results = new Map(had.map((result) => [result.deviceId, result]));
    for (let from = 0; from < open.length; from += AT_ONCE_MAX)
      for (const result of await webPush.send(open.slice(from, from + AT_ONCE_MAX), payload))
        results.set(result.deviceId, result);
    const members = Map.groupBy(rows, ({ member_id: id }) => id);
    return {
      members: [...members].map(([id, own]) => ({
        id,
        email: own[0]?.member_email ?? "",
        results: own.flatMap(({ device }) => results.get(device?.id ?? "") ?? []),
      })),
      leftOut: known.length - devices.length,
    };
  };
}

function alreadyDelivered({ id }: PushDeviceRow): PushResult {
  return { deviceId: id, outcome: "delivered", statusCode: null, error: null, retryAfterSeconds: null };
}
