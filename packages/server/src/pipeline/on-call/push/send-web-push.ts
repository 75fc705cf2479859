import { createHash } from "node:crypto";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { retryAfterSeconds } from "../../alerting/messages/retry-after.ts";
import { encryptPush } from "./encrypt-push.ts";
import { deleteGoneDevice, type PushDeviceRow, recordPush } from "./push-queries.ts";
import { type VapidKeys, vapidHeader } from "./vapid.ts";

/**
 * Sends a notification to devices by their push services (RFC 8030). The service cannot read it. Devices that the service
 * no longer knows are deleted. Never retries.
 */

export type WebPushContext = {
  db: Db;
  request: SendRequest;
  keys: VapidKeys;
  /** A mailto: or https: URL of the operator. */
  subject: string;
  nowMs: number;
};

/** What the service worker of the dashboard shows: packages/dashboard/public/service-worker.js. */
export type PushPayload = {
  kind: "opened" | "reminder" | "resolved" | "acknowledged" | "test";
  title: string;
  body: string;
  /** The page that a tap opens. */
  url: string;
  /** The link that the action "Acknowledge" uses; null for no such action. */
  acknowledge_url: string | null;
  /** Notifications of one alert replace each other. */
  alert_id: string | null;
  /** Number on the icon of the installed app; null leaves it as it is. */
  badge: number | null;
};

export type PushResult = {
  deviceId: string;
  /** `gone`: the device was deleted. */
  outcome: "delivered" | "gone" | "failed";
  statusCode: number | null;
  error: string | null;
  /** How long the push service asks to wait. */
  retryAfterSeconds: number | null;
};

/** Push services accept 4 KB with encryption. */
const PAYLOAD_BYTES_MAX = 3_072;
const TITLE_LENGTH_MAX = 200;
const BODY_LENGTH_MAX = 500;
const ERROR_LENGTH_MAX = 200;
/** After this time the news is in the dashboard. */
const TTL_SECONDS = 4 * 3_600;
const GONE_STATUSES: readonly number[] = [404, 410];
/** Base64url characters. Source: RFC 8030, section 5.4. */
const TOPIC_LENGTH = 32;

export function sendWebPush(
  ctx: WebPushContext,
  devices: readonly PushDeviceRow[],
  payload: PushPayload,
): Promise<readonly PushResult[]> {
  const content = encodePayload(payload);
  return Promise.all(devices.map((device) => sendToDevice(ctx, device, { payload, content })));
}

async function sendToDevice(
  ctx: WebPushContext,
  device: PushDeviceRow,
  { payload, content }: { payload: PushPayload; content: Buffer },
): Promise<PushResult> {
  const { db, nowMs } = ctx;
  const answer = await post(ctx, device, { payload, content });
  const { statusCode, error } = answer;
  const result = { deviceId: device.id, ...answer };
  if (statusCode !== null && GONE_STATUSES.includes(statusCode)) {
    await deleteGoneDevice(db, device);
    return { ...result, outcome: "gone" };
  }
  await recordPush(db, device.id, { error, now: new Date(nowMs) });
  return { ...result, outcome: error === null ? "delivered" : "failed" };
}

async function post(
  { request, keys, subject, nowMs }: WebPushContext,
  { endpoint, p256dh, auth }: PushDeviceRow,
  { payload, content }: { payload: PushPayload; content: Buffer },
): Promise<Pick<PushResult, "statusCode" | "error" | "retryAfterSeconds">> {
  const isUrgent = payload.kind === "opened" || payload.kind === "reminder";
  try {
    const { statusCode, retryAfter } = await request(endpoint, {
      headers: {
        authorization: vapidHeader(endpoint, { keys, subject, nowMs }),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(TTL_SECONDS),
        urgency: isUrgent ? "high" : "normal",
        ...(payload.alert_id !== null && { topic: topicOf(payload.alert_id) }),
      },
      body: encryptPush(content, { p256dh, auth }),
    });
    const isAccepted = statusCode >= 200 && statusCode < 300;
    return {
      statusCode,
      error: isAccepted ? null : `the push service returned HTTP ${statusCode}`,
      retryAfterSeconds: isAccepted ? null : retryAfterSeconds(retryAfter, nowMs),
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // The endpoint is a credential.
    const shown = text.replaceAll(endpoint, "…").slice(0, ERROR_LENGTH_MAX);
    return { statusCode: null, error: shown, retryAfterSeconds: null };
  }
}

/** A message that waits for an offline device is replaced by a later one of the same alert. */
function topicOf(alertId: string): string {
  return createHash("sha256").update(`push ${alertId}`).digest("base64url").slice(0, TOPIC_LENGTH);
}

function encodePayload(payload: PushPayload): Buffer {
  const short = {
    ...payload,
    title: payload.title.slice(0, TITLE_LENGTH_MAX).toWellFormed(),
    body: payload.body.slice(0, BODY_LENGTH_MAX).toWellFormed(),
  };
  const content = Buffer.from(JSON.stringify(short));
  if (content.length <= PAYLOAD_BYTES_MAX) return content;
  return Buffer.from(JSON.stringify({ ...short, title: short.title.slice(0, 60).toWellFormed(), body: "" }));
}
