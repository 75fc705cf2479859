import { type Description, describeMessage } from "../../alerting/messages/describe-message.ts";
import type { AlertPayload } from "../../alerting/messages/message.ts";
import { oneLine } from "../../alerting/messages/plain-text.ts";
import { smsText } from "../../alerting/messages/sms-text.ts";

/** The texts of a page, for each kind of contact method. Pure. */

export type PagedAlertFacts = {
  id: string;
  organization: { id: string; name: string };
  kind: "opened" | "acknowledged" | "resolved";
  /** Who acknowledged it, for kind `acknowledged`. */
  byName: string | null;
  subject: { alert: AlertPayload } | { drillOf: string };
  /** Page of the dashboard. */
  url: string;
  acknowledgeUrl: string | null;
  replyCode: string | null;
};

const TITLE_LENGTH_MAX = 200;

/** The page as a description, from which an email is rendered. */
export function describePagedAlert(facts: PagedAlertFacts): Description {
  const { id, organization, kind, subject, url, acknowledgeUrl } = facts;
  const reason = {
    label: "Why you",
    value: `You are notified as a member of ${oneLine(organization.name)} who is on call.`,
  };
  if ("drillOf" in subject) {
    return {
      headline: headlineOf(facts),
      tone: "neutral",
      paragraphs: ["This is a fire drill. No target is down. Acknowledge it to show that it reached you."],
      facts: [reason],
      items: [],
      acknowledge: null,
      link: { label: "Open the drill", url },
    };
  }
  const message = { id, organization, url, alert: subject.alert };
  const described = describeMessage({ ...message, kind: kind === "resolved" ? "resolved" : "opened" });
  if (kind === "acknowledged") {
    return { ...described, headline: headlineOf(facts), tone: "good", paragraphs: [], facts: [reason] };
  }
  const acknowledge = acknowledgeUrl === null ? null : { label: "Acknowledge", url: acknowledgeUrl };
  return { ...described, acknowledge, facts: [...described.facts, reason] };
}

/** At most two segments; with the code for a reply, and the link if there is room. */
export function pageSms(facts: PagedAlertFacts): string {
  const { kind, replyCode, acknowledgeUrl, url } = facts;
  if (kind !== "opened") return smsText(headlineOf(facts));
  const code = replyCode === null ? [] : [`Reply ${replyCode} to acknowledge`];
  return smsText(textOf(facts), [...code, acknowledgeUrl ?? url]);
}

/** The text that a call speaks. */
export function pageSpeech(facts: PagedAlertFacts, hasKeys: boolean): string {
  const { organization, subject } = facts;
  const name = oneLine(organization.name, 80);
  const start =
    "drillOf" in subject ? `This is a fire drill of ${name}.` : `${subject.alert.severity} alert of ${name}.`;
  return `${start} ${textOf(facts)}.${hasKeys ? " To acknowledge, press 1." : ""}`;
}

/** What a device shows. */
export function pagePush(facts: PagedAlertFacts): { title: string; text: string } {
  return { title: headlineOf(facts), text: oneLine(facts.organization.name, 80) };
}

function headlineOf({ kind, subject, byName }: PagedAlertFacts): string {
  if ("drillOf" in subject) return `DRILL: ${oneLine(subject.drillOf, TITLE_LENGTH_MAX)}`;
  const title = oneLine(subject.alert.title, TITLE_LENGTH_MAX);
  if (kind === "opened") return title;
  if (kind === "resolved") return `Resolved: ${title}`;
  return `Acknowledged${byName === null ? "" : ` by ${oneLine(byName, 80)}`}: ${title}`;
}

function textOf({ kind, subject, byName, ...facts }: PagedAlertFacts): string {
  if ("drillOf" in subject) return `${headlineOf({ ...facts, kind, subject, byName })}. No target is down`;
  const { title, message } = subject.alert;
  return `${oneLine(title, TITLE_LENGTH_MAX)}: ${oneLine(message)}`.replace(/\.$/, "");
}
