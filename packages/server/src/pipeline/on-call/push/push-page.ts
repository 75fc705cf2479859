import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import { listPushDevices } from "./push-queries.ts";
import type { PushPayload } from "./send-web-push.ts";
import type { WebPush } from "./web-push.ts";

/** Shows a page on all devices of a person. Returns null if they have none. */
export async function pushToPerson(
  { db, webPush }: { db: Db; webPush: WebPush },
  personId: string,
  payload: Omit<PushPayload, "badge">,
): Promise<SendOutcome | null> {
  const devices = await listPushDevices(db, personId);
  if (devices.length === 0) return null;
  const results = await webPush.send(devices, { ...payload, badge: await countOpenPages(db, personId) });
  if (results.some(({ outcome }) => outcome === "delivered")) return { ok: true, statusCode: null };
  const [first] = results;
  return {
    ok: false,
    statusCode: first?.statusCode ?? null,
    error: first?.error ?? "no device accepted the notification",
    isPermanent: results.every(({ outcome }) => outcome === "gone"),
    retryAfterSeconds: null,
  };
}

/** Alerts that the person was paged for and that no one has acknowledged, for the number on the icon. */
async function countOpenPages(db: Db, personId: string): Promise<number> {
  const row = await db.find<{ alerts: number }>(sql`
    select count(distinct alert_id)::int4 as alerts from page
    where person_id = ${personId} and ended_at is null and alert_id is not null`);
  return row?.alerts ?? 0;
}
