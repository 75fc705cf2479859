import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { alertMail } from "../messages/alert-mail.ts";
import { describeMessage } from "../messages/describe-message.ts";
import {
  type ClaimedChannelRow,
  findOtherChannel,
  listOwnerAddresses,
  markOwnersNotified,
} from "./delivery-queries.ts";
import { type OperatorNote, writeNotifications } from "./notifications.ts";

/**
 * Notifies the owners of an organization that one of its channels fails, through another channel and by mail.
 */

/** A long outage of a receiver causes one note an hour, not one per alert. */
const NOTIFY_INTERVAL_MS = 3_600_000;

export type NotifyOwnersDeps = { clock: Clock; log: Logger; mailer: Mailer; publicUrl: string };

/**
 * The note on another channel is written in the caller's transaction. The returned function sends the mails;
 * call it after the commit.
 */
export async function notifyOwners(
  deps: NotifyOwnersDeps,
  db: Db,
  { channel, note, isUrgent }: { channel: ClaimedChannelRow; note: OperatorNote; isUrgent: boolean },
): Promise<() => Promise<void>> {
  const nowMs = deps.clock.now();
  const { id: channelId, org_id: orgId, type } = channel;
  const since = new Date(isUrgent ? nowMs : nowMs - NOTIFY_INTERVAL_MS);
  const isDue = await markOwnersNotified(db, orgId, { channelId, now: new Date(nowMs), since });
  if (isDue === 0 && !isUrgent) return nothing;
  const other = await findOtherChannel(db, orgId, { channelId, type });
  if (other !== null) {
    await writeNotifications(
      db,
      [{ orgId, alertId: null, channelId: other.id, kind: "operator", body: note }],
      nowMs,
    );
  }
  if (!deps.mailer.isConfigured) return nothing;
  const addresses = await listOwnerAddresses(db, orgId);
  const mail = alertMail(
    describeMessage({
      id: channelId,
      organization: { id: orgId, name: channel.organization_name },
      url: `${deps.publicUrl}/alerts/channels`,
      kind: "operator",
      ...note,
    }),
  );
  return async () => {
    const sent = await Promise.allSettled(
      addresses.map(({ email: to }) => deps.mailer.send({ to, ...mail })),
    );
    for (const each of sent) {
      if (each.status === "rejected") deps.log.warn("alerts.owner_mail_failed", errorFacts(each.reason));
    }
  };
}

async function nothing(): Promise<void> {}
