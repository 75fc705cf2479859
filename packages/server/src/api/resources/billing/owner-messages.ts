import type { RunLimit } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { RUN_LABELS } from "../../../pipeline/quotas/run-labels.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** Mails to the owners of an organization about its plan. Nothing is sent if no mailer is configured. */

export type OwnerMessage = { title: string; text: string };

/** Inserts the mail job in the transaction of the change, so that neither exists without the other. */
export function queueOwnerMail(db: Db, orgId: OrgId, { title, text }: OwnerMessage): Promise<void> {
  return sendJob(db, { name: "billing.notify_owners", data: { orgId, title, text } });
}

export function usedUpMessage({
  planName,
  limit,
  max,
}: {
  planName: string;
  limit: RunLimit;
  max: number;
}): OwnerMessage {
  const runs = RUN_LABELS[limit];
  return {
    title: `Monthly limit reached: ${runs}`,
    text:
      `The plan '${planName}' includes ${max.toLocaleString("en-US")} ${runs} a month, and all of them are used. ` +
      "Until the first day of next month (UTC), further ones are skipped and the status stays unchanged. " +
      "Upgrade the plan to continue immediately.",
  };
}

export function toOwnerMail({
  email,
  message: { title, text },
  serverUrl,
}: {
  email: string;
  message: OwnerMessage;
  serverUrl: string;
}): Mail {
  const url = `${serverUrl}/settings/billing`;
  const paragraphs = text.split("\n\n").map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  return {
    to: email,
    subject: title,
    text: `${text}\n\n${url}\n`,
    html: `${paragraphs.join("")}<p><a href="${escapeHtml(url)}">Plan and usage</a></p>`,
  };
}
