import type { PagingJob } from "../../pipeline/on-call/paging/paging-jobs.ts";
import { pagingJobs } from "../../pipeline/on-call/paging/paging-jobs.ts";
import {
  createSendContactCode,
  type SendContactCode,
} from "../../pipeline/on-call/paging/send-contact-code.ts";
import type { Config } from "../../platform/config/read-config.ts";
import type { JobHandlers } from "../../platform/jobs/job-definitions.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createSendRequest } from "../../platform/net/send-request.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";

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
  log,
}: {
  config: Config;
  /** The port of the API. */
  port: number;
  ownPorts: readonly OwnPort[];
  database: Database;
  vault: Vault;
  mailer: Mailer;
  log: Logger;
}): Paging {
  const { mode, allow, deny, portsDeny } = config.egress;
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => ownPorts });
  const shared = {
    ...{ database, vault, clock: systemClock, mailer, log },
    request: createSendRequest(createEgress({ policy })),
  };
  return {
    sendContactCode: createSendContactCode(shared),
    jobs: () =>
      pagingJobs({
        ...shared,
        publicUrl: config.http.publicUrl ?? `http://localhost:${port}`,
        push: async () => null,
        acknowledgeLink: async () => null,
        keyUrl: () => null,
        random: Math.random,
      }),
  };
}
