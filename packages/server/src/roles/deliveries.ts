import { CHANNELS } from "../alerting/channels/registry.ts";
import { createDeliveries, type Deliveries } from "../alerting/deliver.ts";
import { createSendOnChannel, type SendOnChannel } from "../alerting/send-on-channel.ts";
import { sendToRecipients } from "../alerting/send-to-recipients.ts";
import type { Config } from "../config/read-config.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Mailer } from "../mail/mailer.ts";
import { createEgress } from "../net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../net/egress-policy.ts";
import { createSendRequest } from "../net/send-request.ts";
import type { Recipients } from "../recipients/recipients.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Database } from "../storage/database.ts";

/** How alerts are taken to their receivers, as the configuration says. */
export function prepareDeliveries({
  config,
  port,
  ownPorts,
  database,
  vault,
  mailer,
  recipients,
  log,
}: {
  config: Config;
  /** On which the API listens. */
  port: number;
  ownPorts: readonly OwnPort[];
  database: Database;
  vault: Vault;
  mailer: Mailer;
  recipients: Recipients;
  log: Logger;
}): { deliveries: Deliveries; sendOnChannel: SendOnChannel } {
  const { mode, allow, deny, portsDeny } = config.egress;
  // Addresses of channels are their users' choice, as those of monitors are: the same policy for both.
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => ownPorts });
  const request = createSendRequest(createEgress({ policy }));
  const serverUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const sendOnChannel = sendToRecipients(
    createSendOnChannel({ channels: CHANNELS, request, mailer, clock: systemClock }),
    { database, clock: systemClock, recipients },
  );
  const deliveries = createDeliveries({
    database,
    vault,
    clock: systemClock,
    log,
    channels: CHANNELS,
    send: sendOnChannel,
    mailer,
    giveUpSeconds: config.alerting.deliveryGiveUpSeconds,
    publicUrl: serverUrl,
  });
  return { deliveries, sendOnChannel };
}
