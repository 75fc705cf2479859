import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listAddresses, markConfirmationSent } from "./queries.ts";
import { createRecipientLinks, type RecipientLinks } from "./recipient-link.ts";

/**
 * Decides who may be mailed by an organization, and how often. It sends nothing and knows no text: senders
 * ask it first, so that the operator's server mails only people who agreed.
 */
export type Recipients = RecipientLinks & {
  /** Public server URL for links in unsolicited mails; without a trailing slash. */
  readonly serverUrl: string;
  /** Whether addresses of non-members must confirm before they get mail. */
  readonly needConfirmation: boolean;
  /** By address, in lower case. */
  statesOf(db: Db, orgId: OrgId, emails: readonly string[]): Promise<ReadonlyMap<string, Recipient>>;
  /** Whether an address may get an unsolicited mail (a confirmation or an invitation) now. Counts it. */
  takeUnsolicited(db: Db, email: string): Promise<RecipientQuota>;
  /** Whether the organization may send this many mails now. Counts them. */
  takeMails(db: Db, orgId: OrgId, mails: number): Promise<RecipientQuota>;
  markConfirmationSent(db: Db, orgId: OrgId, email: string): Promise<void>;
};

export type Recipient = {
  status: "confirmed" | "unconfirmed" | "refused";
  /** Members manage their alert mails in Vedette itself. */
  isMember: boolean;
  askedAt: Date | null;
};

export type RecipientQuota = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Across all organizations: repeated requests are a nuisance, no matter which organization sends them. */
const UNSOLICITED_PER_ADDRESS = { max: 1, windowMs: 3_600_000 };
const HOUR_MS = 3_600_000;

export function createRecipients({
  clock,
  secret,
  serverUrl,
  needConfirmation,
  mailsPerHour,
}: {
  clock: Clock;
  /** Signs the links in mails. */
  secret: string;
  /** Public URL as configured by the operator: the Host header of a request is chosen by its sender. */
  serverUrl: string;
  /** Whether addresses of non-members must confirm before they get alerts. */
  needConfirmation: boolean;
  /** Per organization; 0 means no limit. */
  mailsPerHour: number;
}): Recipients {
  return {
    serverUrl,
    needConfirmation,
    ...createRecipientLinks({ secret, serverUrl }),
    async statesOf(db, orgId, emails) {
      if (emails.length === 0) return new Map();
      const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
      const rows = await listAddresses(db, orgId, addresses);
      return new Map(
        rows.map((row) => {
          const isGranted = row.is_member || row.confirmed_at !== null || !needConfirmation;
          const status = row.unsubscribed_at !== null ? "refused" : isGranted ? "confirmed" : "unconfirmed";
          return [row.email, { status, isMember: row.is_member, askedAt: row.asked_at }];
        }),
      );
    },
    async takeUnsolicited(db, email) {
      const { max, windowMs } = UNSOLICITED_PER_ADDRESS;
      const subject = `unsolicited mail to ${email.toLowerCase()}`;
      return taken(await countAction(db, { subject, windowMs, nowMs: clock.now() }), max);
    },
    async takeMails(db, orgId, mails) {
      if (mailsPerHour === 0) return { ok: true };
      const subject = `mails of ${orgId}`;
      const counted = await countAction(db, { subject, windowMs: HOUR_MS, nowMs: clock.now(), by: mails });
      return taken(counted, mailsPerHour);
    },
    async markConfirmationSent(db, orgId, email) {
      const nowMs = clock.now();
      await markConfirmationSent(db, orgId, {
        id: newId(nowMs),
        email: email.toLowerCase(),
        now: new Date(nowMs),
      });
    },
  };
}

function taken({ actions, endsInMs }: { actions: number; endsInMs: number }, max: number): RecipientQuota {
  return actions <= max ? { ok: true } : { ok: false, retryAfterSeconds: Math.ceil(endsInMs / 1_000) };
}
