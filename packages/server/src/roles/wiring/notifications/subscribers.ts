import { SUBSCRIBER_TEXTS } from "../../../api/pages/subscriptions/subscriber-texts.ts";
import { type BroadcastDeps, MAIL_DEADLINE_MS } from "../../../pipeline/status-pages/broadcast/broadcast.ts";
import type { ConfirmDeps } from "../../../pipeline/status-pages/broadcast/confirm-subscriber.ts";
import type { Config } from "../../../platform/config/config.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { openMailPool } from "../../../platform/mail/mail-pool.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../../platform/net/egress-policy.ts";
import { createSendRequest } from "../../../platform/net/send-request.ts";
import { openInstallationSecret } from "../../../platform/secrets/installation-secret.ts";
import { openMasterKeys } from "../../../platform/secrets/master-keys.ts";
import { mailOptions } from "../mail-options.ts";
import type { Messaging } from "../messaging.ts";
import type { OpenDatabase } from "../open-database.ts";
import { pageAddresses } from "../page-domains.ts";

/** Wires the messages to subscribers of status pages. */
export async function prepareSubscribers({
  config,
  port,
  ownPorts,
  openedDatabase: { database, masterKeys, vault },
  messaging: { mailer },
  log,
}: {
  config: Config;
  port: number;
  ownPorts: readonly OwnPort[];
  openedDatabase: OpenDatabase;
  messaging: Pick<Messaging, "mailer">;
  log: Logger;
}): Promise<BroadcastDeps & ConfirmDeps> {
  const { allow, deny, portsDeny } = config.egress;
  // Visitors choose the URLs, so that private addresses need an exception also where users may check them.
  const policy = createEgressPolicy({ mode: "hosted", allow, deny, portsDeny, ownPorts: () => ownPorts });
  const mail = mailOptions({ config, ownPorts });
  return {
    ...{ database, vault, clock: systemClock, log, mailer, random: Math.random },
    texts: SUBSCRIBER_TEXTS,
    openMailPool: () => openMailPool({ ...mail, deadlineMs: MAIL_DEADLINE_MS }),
    request: createSendRequest(createEgress({ policy })),
    addresses: pageAddresses({ config, port }),
    secret: await openInstallationSecret(database, openMasterKeys(masterKeys)),
  };
}
