import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import { createDeliveries, type Deliveries } from "../../../pipeline/alerting/delivery/deliver.ts";
import { createOpenSmtp } from "../../../pipeline/alerting/delivery/open-smtp.ts";
import {
  createSendOnChannel,
  type SendOnChannel,
} from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { sendToRecipients } from "../../../pipeline/alerting/delivery/send-to-recipients.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { createPushToMembers } from "../../../pipeline/on-call/push/push-to-members.ts";
import type { WebPush } from "../../../pipeline/on-call/push/web-push.ts";
import type { Config } from "../../../platform/config/config.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../../platform/net/egress-policy.ts";
import { createSendBytes } from "../../../platform/net/probes/send-bytes.ts";
import { createSendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";

/** Wires the delivery of alerts as configured. */
export function prepareDeliveries({
  config,
  port,
  ownPorts,
  database,
  vault,
  mailer,
  recipients,
  webPush,
  log,
  onDelivered,
}: {
  config: Config;
  /** The port of the API. */
  port: number;
  ownPorts: readonly OwnPort[];
  database: Database;
  vault: Vault;
  mailer: Mailer;
  recipients: Recipients;
  webPush: WebPush;
  log: Logger;
  onDelivered: (delayMs: number) => void;
}): { deliveries: Deliveries; sendOnChannel: SendOnChannel } {
  const { mode, allow, deny, portsDeny } = config.egress;
  // Users choose the URLs of channels, as those of monitors, so the same egress policy applies to both.
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => ownPorts });
  const egress = createEgress({ policy });
  const [request, sendBytes] = [createSendRequest(egress), createSendBytes(egress)];
  const serverUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const sendOnChannel = sendToRecipients(
    createSendOnChannel({
      channels: CHANNELS,
      request,
      sendBytes,
      mailer,
      openSmtp: createOpenSmtp(egress),
      pushToMembers: createPushToMembers(database, webPush),
      clock: systemClock,
    }),
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
    retryMaxSeconds: config.alerting.deliveryRetryMaxSeconds,
    publicUrl: serverUrl,
    onDelivered,
  });
  return { deliveries, sendOnChannel };
}
