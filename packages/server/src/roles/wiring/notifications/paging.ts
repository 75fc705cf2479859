import { createAcknowledgeLinks } from "../../../pipeline/on-call/acknowledge/acknowledge-link.ts";
import { type PagingJob, pagingJobs } from "../../../pipeline/on-call/paging/paging-jobs.ts";
import { pushToDevices } from "../../../pipeline/on-call/paging/push-to-devices.ts";
import {
  createSendContactCode,
  type SendContactCode,
} from "../../../pipeline/on-call/paging/send-contact-code.ts";
import type { SendPageDeps } from "../../../pipeline/on-call/paging/send-page.ts";
import type { WebPush } from "../../../pipeline/on-call/push/web-push.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { JobHandlers } from "../../../platform/jobs/job-definitions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../../platform/net/egress-policy.ts";
import { createSendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";

export type Paging = {
  sendContactCode: SendContactCode;
  jobs(): Pick<JobHandlers, PagingJob>;
};

/** Wires the messages to members who are on call. */
export function preparePaging({
  config,
  port,
  ownPorts,
  database,
  vault,
  mailer,
  webPush,
  log,
}: {
  config: Config;
  /** The port of the API. */
  port: number;
  ownPorts: readonly OwnPort[];
  database: Database;
  vault: Vault;
  mailer: Mailer;
  webPush: WebPush;
  log: Logger;
}): Paging {
  const { mode, allow, deny, portsDeny } = config.egress;
  const publicUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => ownPorts });
  const shared = {
    ...{ database, vault, clock: systemClock, mailer, log },
    request: createSendRequest(createEgress({ policy })),
  };
  const acknowledgeLink: SendPageDeps["acknowledgeLink"] = async (db, { orgId, alertId, personId }) => {
    const link = { orgId, alertId, by: { personId } };
    const nowMs = systemClock.now();
    const [url = null] = await createAcknowledgeLinks(db, [link], { nowMs, publicUrl });
    return url;
  };
  return {
    sendContactCode: createSendContactCode(shared),
    jobs: () =>
      pagingJobs({
        ...shared,
        publicUrl,
        push: pushToDevices(database, webPush),
        acknowledgeLink,
        // Twilio cannot post a key to a server without a public URL; a call then asks for none.
        keyUrl: ({ channelId, pageId }) =>
          config.http.publicUrl && `${publicUrl}/api/v1/twilio/voice/${channelId}?page=${pageId}`,
        random: Math.random,
      }),
  };
}
