import type { Deliveries } from "../alerting/deliver.ts";
import type { SendOnChannel } from "../alerting/send-on-channel.ts";
import type { Config } from "../config/read-config.ts";
import type { Identity } from "../identity/identity.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { OwnPort } from "../net/egress-policy.ts";
import { createRecipients, type Recipients } from "../recipients/recipients.ts";
import { openInstallationSecret } from "../secrets/installation-secret.ts";
import { openMasterKeys } from "../secrets/master-keys.ts";
import { prepareDeliveries } from "./deliveries.ts";
import type { Foundation } from "./foundation.ts";
import { createPeople } from "./people.ts";

/** How people sign in, get mail and are told of alerts. */
export type Messaging = {
  identity: Identity;
  mailer: Mailer;
  recipients: Recipients;
  deliveries: Deliveries;
  sendOnChannel: SendOnChannel;
};

export async function prepareMessaging({
  config,
  port,
  ownPorts,
  foundation: { database, masterKeys, vault },
  log,
}: {
  config: Config;
  /** On which this process listens. */
  port: number;
  ownPorts: readonly OwnPort[];
  foundation: Foundation;
  log: Logger;
}): Promise<Messaging> {
  const people = await createPeople({ config, port, ownPorts, database, masterKeys, log });
  const { mailer } = people;
  const recipients = createRecipients({
    clock: systemClock,
    secret: await openInstallationSecret(database, openMasterKeys(masterKeys)),
    serverUrl: config.http.publicUrl ?? `http://localhost:${port}`,
    ...config.recipients,
  });
  const shared = { config, port, ownPorts, database, vault, mailer, recipients, log };
  return { ...people, recipients, ...prepareDeliveries(shared) };
}
