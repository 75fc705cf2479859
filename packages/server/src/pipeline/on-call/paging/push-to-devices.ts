import type { Db } from "../../../platform/storage/database.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import { countPagedAlerts, listPushDevices } from "../push/push-queries.ts";
import type { WebPush } from "../push/web-push.ts";
import type { SendPageDeps } from "./send-page.ts";

/** Sends a page to all devices of a person; one that accepts it is enough. Null: they have no device. */
export function pushToDevices(db: Db, webPush: WebPush): SendPageDeps["push"] {
  return async ({ personId, kind, title, text, url, acknowledgeUrl, alertId }) => {
    const devices = await listPushDevices(db, personId);
    const payload = { kind, title, body: text, url, badge: await countPagedAlerts(db, personId) };
    const results = await webPush.send(devices, {
      ...payload,
      ...{ acknowledge_url: acknowledgeUrl, alert_id: alertId },
    });
    const known = results.filter(({ outcome }) => outcome !== "gone");
    const [first] = known;
    if (first === undefined) return null;
    const accepted = known.find(({ outcome }) => outcome === "delivered");
    const { statusCode, error, retryAfterSeconds } = accepted ?? first;
    if (accepted) return { ok: true, statusCode } satisfies SendOutcome;
    const failure = { statusCode, error: error ?? "the push service failed" };
    return { ok: false, ...failure, isPermanent: false, retryAfterSeconds } satisfies SendOutcome;
  };
}
