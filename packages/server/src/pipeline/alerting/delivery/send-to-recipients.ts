import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { SendOutcome } from "../messages/channel.ts";
import type { Recipient, Recipients } from "../recipients/recipients.ts";
import type { SendOnChannel } from "./send-on-channel.ts";

/** Sends email only to recipients who agreed to it, and only within the organization's limit. */
export function sendToRecipients(
  send: SendOnChannel,
  { database, clock, recipients }: { database: Database; clock: Clock; recipients: Recipients },
): SendOnChannel {
  return async (channel, message, earlier) => {
    if (channel.type !== "email") return send(channel, message, earlier);
    const orgId = message.organization.id;
    const { config } = channel.secrets;
    const all = Array.isArray(config.recipients) ? config.recipients.map(String) : [];
    const states = await recipients.statesOf(database, orgId, all);
    const stateOf = (email: string) => states.get(email.toLowerCase());
    const open = all.filter((email) => stateOf(email)?.status === "confirmed");
    const held = heldText(all, stateOf);
    if (open.length === 0)
      return noRecipient(
        held,
        all.every((email) => stateOf(email)?.status === "refused"),
      );
    const left = open.filter((email) => !(earlier?.deliveredTo ?? []).includes(email));
    const budget = await recipients.takeMails(database, orgId, left.length);
    if (!budget.ok) return tooMany(budget.retryAfterSeconds, earlier?.deliveredTo ?? []);
    const outcome = await send(
      {
        ...channel,
        secrets: { ...channel.secrets, config: { ...config, recipients: open } },
        unsubscribeUrlOf: (email) =>
          stateOf(email)?.isMember === true
            ? null
            : recipients.urlOf({ orgId, email: email.toLowerCase(), nowMs: clock.now() }),
      },
      message,
      earlier,
    );
    return held === "" ? outcome : withHeld(outcome, held);
  };
}

const ERROR_LENGTH_MAX = 500;

function heldText(all: readonly string[], stateOf: (email: string) => Recipient | undefined): string {
  return all
    .flatMap((email) => {
      const status = stateOf(email)?.status;
      if (status === "refused") return [`${email}: unsubscribed from this organization's mail`];
      return status === "unconfirmed" ? [`${email}: not confirmed yet`] : [];
    })
    .join("; ");
}

/** Retried because a recipient may still confirm; not retried if all have unsubscribed. */
function noRecipient(held: string, isPermanent: boolean): SendOutcome {
  const error = `no recipient accepts mail: ${held}`.slice(0, ERROR_LENGTH_MAX);
  return { ok: false, statusCode: null, error, isPermanent, retryAfterSeconds: null };
}

function tooMany(retryAfterSeconds: number, deliveredTo: readonly string[]): SendOutcome {
  return {
    ok: false,
    statusCode: null,
    error: "the organization has reached its limit of mails per hour",
    isPermanent: false,
    retryAfterSeconds,
    deliveredTo,
  };
}

function withHeld(outcome: SendOutcome, held: string): SendOutcome {
  const error = [outcome.error, held].filter(Boolean).join("; ").slice(0, ERROR_LENGTH_MAX);
  return { ...outcome, error };
}
