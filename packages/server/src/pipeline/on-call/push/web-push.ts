import type { Clock } from "../../../platform/kernel/clock.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { openPushKeys } from "./push-keys.ts";
import type { PushDeviceRow } from "./push-queries.ts";
import { type PushPayload, type PushResult, sendWebPush } from "./send-web-push.ts";
import type { VapidKeys } from "./vapid.ts";

/** Web Push of this installation: its public key, and a sender. */
export type WebPush = {
  /** With which browsers subscribe: an uncompressed point of P-256. */
  publicKey(): Promise<Buffer>;
  send(devices: readonly PushDeviceRow[], payload: PushPayload): Promise<readonly PushResult[]>;
};

export type WebPushDeps = {
  database: Database;
  clock: Clock;
  request: SendRequest;
  /** The installation secret. */
  secret: string;
  /** Public URL of this server, without a trailing slash. */
  serverUrl: string;
};

export function createWebPush({ database, clock, request, secret, serverUrl }: WebPushDeps): WebPush {
  let opened: VapidKeys | null = null;
  const keys = async () => {
    opened ??= await openPushKeys(database, { secret, nowMs: clock.now() });
    return opened;
  };
  return {
    publicKey: async () => (await keys()).publicKey,
    async send(devices, payload) {
      const ctx = { db: database, request, keys: await keys(), nowMs: clock.now() };
      return sendWebPush({ ...ctx, subject: subjectOf(serverUrl) }, devices, payload);
    },
  };
}

/** Push services require a way to reach the operator, and some reject other URLs than https. */
function subjectOf(serverUrl: string): string {
  const { protocol, hostname, origin } = new URL(serverUrl);
  return protocol === "https:" ? origin : `mailto:vedette@${hostname}`;
}
