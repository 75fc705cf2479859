import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listAddresses, noteAsked } from "./queries.ts";
import { createRecipientLinks, type RecipientLinks } from "./recipient-link.ts";

/**
 * Whom an organization may mail, and how often. It sends nothing and knows no text: senders ask here
 * first, so that the operator's server mails no one who does not want it.
 */
export type Recipients = RecipientLinks & {
  /** For links in mails to people who have not asked for them; without a slash at its end. */
  readonly serverUrl: string;
  /** By address, in lower case. */
  statesOf(db: Db, orgId: OrgId, emails: readonly string[]): Promise<ReadonlyMap<string, Recipient>>;
  /** Whether an address may get a mail that it has not asked for: a confirmation or an invitation. Counts it. */
  takeUnasked(db: Db, email: string): Promise<Taken>;
  /** Whether the organization may cause so many mails now. Counts them. */
  takeMails(db: Db, orgId: OrgId, mails: number): Promise<Taken>;
  noteAsked(db: Db, orgId: OrgId, email: string): Promise<void>;
};

export type Recipient = {
  status: "confirmed" | "unconfirmed" | "refused";
  /** Members see in Vedette what they are mailed, and leave it there. */
  isMember: boolean;
  askedAt: Date | null;
};

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Of all organizations together: one that asks over and over, by whichever organization, is a nuisance. */
const UNASKED_PER_ADDRESS = { max: 1, windowMs: 3_600_000 };
const HOUR_MS = 3_600_000;

export function createRecipients({
  clock,
  secret,
  serverUrl,
  needConfirmation,
  mailsPerHour,
}: {
  clock: Clock;
  /** Signs the links of mails. */
  secret: string;
  /** Where people reach this server, as the operator says: what a request says of that would be its sender's choice. */
  serverUrl: string;
  /** Whether an address that is no member's gets alerts only once it has confirmed that. */
  needConfirmation: boolean;
  /** Of one organization; 0 means no limit. */
  mailsPerHour: number;
}): Recipients {
  return {
    serverUrl,
    ...createRecipientLinks({ secret, serverUrl }),
    async statesOf(db, orgId, emails) {
      if (emails.length === 0) return new Map();
      const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
      const rows = await listAddresses(db, orgId, addresses);
      return new Map(
        rows.map((row) => {
          const isGranted = row.is_member || row.confirmed_at !== null || !needConfirmation;
          const status = row.refused_at !== null ? "refused" : isGranted ? "confirmed" : "unconfirmed";
          return [row.email, { status, isMember: row.is_member, askedAt: row.asked_at }];
        }),
      );
    },
    async takeUnasked(db, email) {
      const { max, windowMs } = UNASKED_PER_ADDRESS;
      const subject = `unasked mail to ${email.toLowerCase()}`;
      return taken(await countAction(db, { subject, windowMs, nowMs: clock.now() }), max);
    },
    async takeMails(db, orgId, mails) {
      if (mailsPerHour === 0) return { ok: true };
      const subject = `mails of ${orgId}`;
      const counted = await countAction(db, { subject, windowMs: HOUR_MS, nowMs: clock.now(), by: mails });
      return taken(counted, mailsPerHour);
    },
    async noteAsked(db, orgId, email) {
      const nowMs = clock.now();
      await noteAsked(db, orgId, { id: newId(nowMs), email: email.toLowerCase(), now: new Date(nowMs) });
    },
  };
}

function taken({ actions, endsInMs }: { actions: number; endsInMs: number }, max: number): Taken {
  return actions <= max ? { ok: true } : { ok: false, retryAfterSeconds: Math.ceil(endsInMs / 1_000) };
}
