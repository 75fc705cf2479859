import type { Identity } from "../../api/identity/identity.ts";
import type { Deliveries } from "../../pipeline/alerting/delivery/deliver.ts";
import type { SendOnChannel } from "../../pipeline/alerting/delivery/send-on-channel.ts";
import { createRecipients, type Recipients } from "../../pipeline/alerting/recipients/recipients.ts";
import { createWebPush, type WebPush } from "../../pipeline/on-call/push/web-push.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createSendRequest, type SendRequest } from "../../platform/net/send-request.ts";
import { openInstallationSecret } from "../../platform/secrets/installation-secret.ts";
import { openMasterKeys } from "../../platform/secrets/master-keys.ts";
import { createPeople } from "../commands/people.ts";
import { prepareDeliveries } from "./notifications/deliveries.ts";
import { type Paging, preparePaging } from "./notifications/paging.ts";
import type { OpenDatabase } from "./open-database.ts";

/** Wires sign-in, mail and alert delivery. */
export type Messaging = {
  identity: Identity;
  mailer: Mailer;
  recipients: Recipients;
  deliveries: Deliveries;
  sendOnChannel: SendOnChannel;
  webPush: WebPush;
  /** Sends requests to services on the internet. */
  sendRequest: SendRequest;
  paging: Paging;
};

export async function prepareMessaging({
  config,
  port,
  ownPorts,
  openedDatabase: { database, masterKeys, vault },
  log,
  onDelivered,
}: {
  config: Config;
  /** The port that this process listens on. */
  port: number;
  ownPorts: readonly OwnPort[];
  openedDatabase: OpenDatabase;
  log: Logger;
  onDelivered: (delayMs: number) => void;
}): Promise<Messaging> {
  const people = await createPeople({ config, port, ownPorts, database, masterKeys, log });
  const { mailer } = people;
  const secret = await openInstallationSecret(database, openMasterKeys(masterKeys));
  const serverUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const recipients = createRecipients({
    clock: systemClock,
    secret,
    serverUrl,
    ...config.recipients,
  });
  const shared = { config, port, ownPorts, database, vault, mailer, recipients, log, onDelivered };
  const { allow, deny, portsDeny } = config.egress;
  // Browsers name the URLs of push services, which are never on a private network.
  const policy = createEgressPolicy({ mode: "hosted", allow, deny, portsDeny, ownPorts: () => ownPorts });
  const request = createSendRequest(createEgress({ policy }));
  const webPush = createWebPush({ database, clock: systemClock, request, secret, serverUrl });
  return {
    ...people,
    ...{ recipients, webPush, sendRequest: request },
    ...prepareDeliveries({ ...shared, webPush }),
    paging: preparePaging({ ...shared, webPush }),
  };
}
