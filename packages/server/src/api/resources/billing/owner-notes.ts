import type { RunLimit } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import type { Mail } from "../../../platform/mail/mailer.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** What the owners of an organization are told of its plan, by mail where mail is set. */

export type OwnerNote = { title: string; text: string };

/** Written in the transaction of what happened, so that neither is there without the other. */
export function insertOwnerNotes(db: Db, orgId: OrgId, { title, text }: OwnerNote): Promise<void> {
  return sendJob(db, { name: "billing.tell_owners", data: { orgId, title, text } });
}

export function usedUpNote({
  planName,
  limit,
  allowed,
}: {
  planName: string;
  limit: RunLimit;
  allowed: number;
}): OwnerNote {
  const what = RUN_LABELS[limit];
  return {
    title: `This month's ${what} are used up`,
    text:
      `The plan '${planName}' has ${allowed.toLocaleString("en-US")} ${what} a month, and they are used up. No more are ` +
      "made until the first of next month (UTC): what is due is skipped, and keeps the status that it has. A larger " +
      "plan lets them go on at once.",
  };
}

export const RUN_LABELS: Record<RunLimit, string> = {
  check_runs: "checks of monitors",
  api_runs: "runs of API monitors",
  browser_runs: "runs of journeys",
};

export function ownerMail({
  email,
  note: { title, text },
  serverUrl,
}: {
  email: string;
  note: OwnerNote;
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
