import { SUBSCRIBER_TEXTS } from "../../src/api/pages/subscriptions/subscriber-texts.ts";
import { subscriberJobs } from "../../src/pipeline/status-pages/broadcast/subscriber-jobs.ts";
import type { Clock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { createEgress } from "../../src/platform/net/egress.ts";
import { createEgressPolicy } from "../../src/platform/net/egress-policy.ts";
import { createSendRequest } from "../../src/platform/net/send-request.ts";
import type { Vault } from "../../src/platform/secrets/vault.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { INSTALLATION_SECRET, type TestApp } from "../app.ts";
import type { TestMailServer } from "../servers/mail-server.ts";

/** The background work of subscribers, on demand, with a real mail server and real requests. */
export type SubscriberWork = {
  /** Asks all that wait for it to confirm. */
  confirm(): Promise<void>;
  /** Sends what is due. */
  broadcast(): Promise<void>;
  remind(): Promise<void>;
  /** Deletes what is kept for a time only. */
  expire(): Promise<void>;
};

export function subscriberWork(
  { database }: Pick<TestApp, "database">,
  { vault, clock, mail }: { vault: Vault; clock: Clock; mail: TestMailServer },
): SubscriberWork {
  const policy = createEgressPolicy({
    ...{ mode: "hosted", allow: ["127.0.0.0/8"], deny: [], ownPorts: () => [] },
  });
  const jobs = subscriberJobs({
    ...{ database, vault, clock, log: silentLogger, texts: SUBSCRIBER_TEXTS, mailer: mail.mailer },
    openMailPool: mail.openPool,
    request: createSendRequest(createEgress({ policy })),
    addresses: { publicUrl: "https://vedette.example", serverUrl: "http://localhost:80", statusDomain: null },
    ...{ secret: INSTALLATION_SECRET, random: () => 0.5 },
  });
  const { signal } = new AbortController();
  return {
    async confirm() {
      const asked = await database.rows<{ id: string }>(sql`
        delete from pgboss.job where name = 'status_pages.confirm' and state = 'created'
        returning data ->> 'subscriberId' as id`);
      for (const { id } of asked) await jobs["status_pages.confirm"]({ signal, data: { subscriberId: id } });
    },
    broadcast: () => jobs["status_pages.overdue"]({ signal }),
    remind: () => jobs["status_pages.reminders"]({ signal }),
    expire: () => jobs["status_pages.retention"]({ signal }),
  };
}
