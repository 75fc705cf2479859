import { createHmac } from "node:crypto";
import type { SendRequest } from "../../../platform/net/send-request.ts";

/** Makes Telegram report taps on the buttons of a bot. Source: Telegram Bot API, `setWebhook`. */

/** By which Telegram proves that it sends an update. Derived, so nothing is stored. */
export function telegramSecret(installationSecret: string, channelId: string): string {
  const key = createHmac("sha256", installationSecret).update("telegram webhooks").digest();
  return createHmac("sha256", key).update(channelId).digest("base64url");
}

export type TelegramWebhook = {
  botToken: string;
  channelId: string;
  /** Public URL of this server with https, without a trailing slash. */
  publicUrl: string;
  installationSecret: string;
};

/** Throws an Error if Telegram cannot be reached or refuses. Its message does not contain the token. */
export async function setTelegramWebhook(
  request: SendRequest,
  { botToken, channelId, publicUrl, installationSecret }: TelegramWebhook,
  baseUrl = "https://api.telegram.org",
): Promise<void> {
  const { statusCode } = await request(`${baseUrl}/bot${botToken}/setWebhook`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      url: `${publicUrl}/api/v1/telegram/updates/${channelId}`,
      secret_token: telegramSecret(installationSecret, channelId),
      allowed_updates: ["callback_query"],
    }),
  });
  if (statusCode !== 200) throw new Error(`Telegram returned HTTP ${statusCode}`);
}
