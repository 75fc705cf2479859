import type { Identity } from "../../api/identity/identity.ts";
import type { Deliveries } from "../../pipeline/alerting/delivery/deliver.ts";
import type { SendOnChannel } from "../../pipeline/alerting/delivery/send-on-channel.ts";
import { createRecipients, type Recipients } from "../../pipeline/alerting/recipients/recipients.ts";
import type { Config } from "../../platform/config/read-config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import { openInstallationSecret } from "../../platform/secrets/installation-secret.ts";
import { openMasterKeys } from "../../platform/secrets/master-keys.ts";
import { createPeople } from "../commands/people.ts";
import { prepareDeliveries } from "./deliveries.ts";
import type { OpenDatabase } from "./open-database.ts";
import { type Paging, preparePaging } from "./paging.ts";

/** Wires sign-in, mail and alert delivery. */
export type Messaging = {
  identity: Identity;
  mailer: Mailer;
  recipients: Recipients;
  deliveries: Deliveries;
  sendOnChannel: SendOnChannel;
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
  const recipients = createRecipients({
    clock: systemClock,
    secret: await openInstallationSecret(database, openMasterKeys(masterKeys)),
    serverUrl: config.http.publicUrl ?? `http://localhost:${port}`,
    ...config.recipients,
  });
  const shared = { config, port, ownPorts, database, vault, mailer, recipients, log, onDelivered };
  return { ...people, recipients, ...prepareDeliveries(shared), paging: preparePaging(shared) };
}
