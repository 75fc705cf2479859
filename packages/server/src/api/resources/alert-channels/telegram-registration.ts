import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { openChannelSecrets } from "../../../pipeline/alerting/delivery/channel-secrets.ts";
import { findInboundChannel } from "../../../pipeline/on-call/acknowledge/inbound-queries.ts";
import { setTelegramWebhook } from "../../../pipeline/on-call/acknowledge/telegram-webhook.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";

export type TelegramRegistrationDeps = {
  database: Database;
  vault: Vault;
  log: Logger;
  sendRequest: SendRequest;
  publicUrl: string | null;
  installationSecret: string;
};

/**
 * Makes Telegram report taps on the buttons of a saved channel. Telegram requires https. A failure is logged: the texts of
 * messages have the link too, and the next save tries again.
 */
export async function registerTelegramWebhook(
  { database, vault, log, sendRequest, publicUrl, installationSecret }: TelegramRegistrationDeps,
  { id, type, acknowledge_links }: Pick<AlertChannel, "id" | "type" | "acknowledge_links">,
): Promise<void> {
  if (type !== "telegram" || !acknowledge_links || !publicUrl?.startsWith("https://")) return;
  let botToken = "";
  try {
    const row = await findInboundChannel(database, id);
    if (!row) return;
    const context = { orgId: row.org_id, id, version: row.version };
    const { config } = await openChannelSecrets({ db: database, vault }, context, row.encrypted_config);
    botToken = String(config.bot_token);
    await setTelegramWebhook(sendRequest, { botToken, channelId: id, publicUrl, installationSecret });
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    // An error of the network may name the URL, which contains the token.
    const masked = botToken === "" ? message : message.replaceAll(botToken, "…");
    log.warn("telegram.webhook_failed", { channel_id: id, ...errorFacts(new Error(masked)) });
  }
}
