import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { listOwnerAddresses } from "../alerting/delivery/delivery-queries.ts";
import { alertMail } from "../alerting/messages/alert-mail.ts";
import { describeMessage } from "../alerting/messages/describe-message.ts";
import { markStreamOwnersNotified, type StreamRow } from "./queries.ts";

/** A restart of the receiver takes less. */
const PATIENCE_MS = 900_000;
/** Owners are reminded of an outage that goes on. */
const REMIND_MS = 86_400_000;

type NotifyDeps = { database: Database; clock: Clock; log: Logger; mailer: Mailer; publicUrl: string };

/** Mails the owners that a receiver has accepted nothing for a quarter of an hour, once a day. */
export async function notifyStreamOwners(
  { database, clock, log, mailer, publicUrl }: NotifyDeps,
  { id, org_id: orgId, name }: StreamRow,
  error: string,
): Promise<void> {
  if (!mailer.isConfigured) return;
  const nowMs = clock.now();
  const isDue = await markStreamOwnersNotified(database, id, {
    now: new Date(nowMs),
    since: new Date(nowMs - PATIENCE_MS),
    repeatBefore: new Date(nowMs - REMIND_MS),
  });
  if (isDue === 0) return;
  const organization = await database.find<{ name: string }>(sql`
    select name from organization where id = ${orgId}`);
  const mail = alertMail(
    describeMessage({
      ...{ id, kind: "operator", url: `${publicUrl}/settings/audit-streams` },
      organization: { id: orgId, name: organization?.name ?? "" },
      title: `The audit log stream '${name}' fails`,
      text: `Its receiver has accepted no entry for 15 minutes or more: ${error} The entries are kept, and sent when it does.`,
    }),
  );
  const addresses = await listOwnerAddresses(database, orgId);
  const sent = await Promise.allSettled(addresses.map(({ email: to }) => mailer.send({ to, ...mail })));
  for (const each of sent) {
    if (each.status === "rejected") log.warn("audit.owner_mail_failed", errorFacts(each.reason));
  }
}
