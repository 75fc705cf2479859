import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { IncidentStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { Description } from "../../../pipeline/alerting/messages/describe-message.ts";
import { oneLine } from "../../../pipeline/alerting/messages/plain-text.ts";
import type {
  EventTexts,
  MailTexts,
  MessagePage,
  MessageTexts,
  NotifiedEvent,
  SubscriberTexts,
  SubscriptionLinks,
} from "../../../pipeline/status-pages/broadcast/subscriber-texts.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import { localeOf } from "../languages/catalogue.ts";
import type { Locale } from "../languages/locale.ts";
import { type Html, html } from "../render/html.ts";
import { renderMarkdown } from "../render/markdown.ts";

/** The messages to subscribers of a page, in the words of the page. */
export const SUBSCRIBER_TEXTS: SubscriberTexts = {
  event: writeEvent,
  confirmation: (page, language, url) =>
    writeQuestion(page, { language, url, question: "confirmText", button: "confirm" }),
  subscribedAlready: (page, language, url) =>
    writeQuestion(page, { language, url, question: "already", button: "manage" }),
};

const PARAGRAPHS_MAX = 10;
const PARAGRAPH_LENGTH_MAX = 1_000;
const TITLE_LENGTH_MAX = 200;

function writeEvent(event: NotifiedEvent, language: PageLanguage): EventTexts {
  const { page, content, components, url } = event;
  const locale = localeOf(language, page.timezone);
  const { messages, fill } = locale;
  const title = oneLine(content.title, TITLE_LENGTH_MAX);
  const label = labelOf(event, locale);
  const time = timeOf(event, locale);
  const list = new Intl.ListFormat(language, { style: "short" }).format(components);
  const affected = components.length === 0 ? null : `${messages.affectedComponents}: ${list}`;
  const reason = fill(messages.subscription.reason, { page: page.title });
  const body = html`<p><strong>${label}</strong> · ${time}</p>
<h1>${title}</h1>
${renderMarkdown(content.message)}
${affected !== null && html`<p>${affected}</p>`}
<p><a href="${url}">${messages.subscription.viewPage}</a></p>`;
  const start = [`${label} · ${time}`, title, content.message, affected, url]
    .filter((line) => line)
    .join("\n\n");
  return {
    mail: (links) => ({
      subject: `[${oneLine(page.title, TITLE_LENGTH_MAX)}] ${label}: ${title}`,
      text: `${start}\n\n-- \n${reason}\n${footerText(locale, links)}\n`,
      html: frame(locale, html`${body}<hr><p>${reason}<br>${footerHtml(locale, links)}</p>`),
    }),
    description: {
      headline: `${label}: ${title}`,
      tone: toneOf(event),
      paragraphs: paragraphsOf(content.message),
      facts: [
        { label: messages.time, value: time },
        ...(affected === null ? [] : [{ label: messages.affectedComponents, value: list }]),
      ],
      items: [],
      acknowledge: null,
      link: { label: messages.subscription.viewPage, url },
    },
  };
}

/** The state in one or two words. */
function labelOf({ kind, content }: NotifiedEvent, { messages }: Locale): string {
  const { maintenanceStatus, subscription, incidentStatus } = messages;
  switch (kind) {
    case "maintenance_announced":
      return maintenanceStatus.scheduled;
    case "maintenance_rescheduled":
      return subscription.rescheduled;
    case "maintenance_reminder_day":
    case "maintenance_reminder_hour":
      return subscription.reminder;
    case "maintenance_started":
      return maintenanceStatus.in_progress;
    case "maintenance_completed":
      return maintenanceStatus.completed;
    case "maintenance_canceled":
      return subscription.canceled;
    case "postmortem_published":
      return messages.postmortem;
    default:
      return incidentStatus[content.status as IncidentStatus];
  }
}

function timeOf({ atMs, content }: NotifiedEvent, locale: Locale): string {
  const { scheduled_for: from, scheduled_until: to } = content;
  if (from === undefined || to === undefined) return `${locale.time(atMs)}, ${locale.zone(atMs)}`;
  return `${locale.timeRange(Date.parse(from), Date.parse(to))}, ${locale.zone(Date.parse(from))}`;
}

function toneOf({ kind, content }: NotifiedEvent): Description["tone"] {
  if (kind === "maintenance_completed" || content.status === "resolved") return "good";
  return kind.startsWith("maintenance_") || content.impact === "none" ? "neutral" : "bad";
}

function paragraphsOf(message: string): string[] {
  return message
    .split(/\n+/)
    .map((line) => oneLine(line, PARAGRAPH_LENGTH_MAX))
    .filter((line) => line !== "")
    .slice(0, PARAGRAPHS_MAX);
}

/** Anyone can enter any address, so that the title of the page must not be a message of its own. */
function writeQuestion(
  page: MessagePage,
  {
    language,
    url,
    question,
    button,
  }: {
    language: PageLanguage;
    url: string;
    question: "confirmText" | "already";
    button: "confirm" | "manage";
  },
): MessageTexts {
  const locale = localeOf(language, page.timezone);
  const { subscription } = locale.messages;
  const text = locale.fill(subscription[question], { page: harmlessName(page.title) });
  const mail: MailTexts = {
    subject: subscription[button],
    text: `${text}\n\n${url}\n\n${subscription.ignore}\n`,
    html: frame(
      locale,
      html`<p>${text}</p><p><a href="${url}">${subscription[button]}</a></p><p>${subscription.ignore}</p>`,
    ),
  };
  return {
    mail,
    description: {
      ...{ headline: subscription[button], tone: "neutral", facts: [], items: [], acknowledge: null },
      paragraphs: [text, subscription.ignore],
      link: { label: subscription[button], url },
    },
  };
}

function frame({ language, direction }: Locale, body: Html): string {
  return html`<!doctype html>
<html lang="${language}" dir="${direction}"><body>${body}</body></html>
`.text;
}

function footerText(
  { messages: { subscription } }: Locale,
  { manageUrl, unsubscribeUrl }: SubscriptionLinks,
): string {
  return `${subscription.manage}: ${manageUrl}\n${subscription.unsubscribe}: ${unsubscribeUrl}`;
}

function footerHtml(
  { messages: { subscription } }: Locale,
  { manageUrl, unsubscribeUrl }: SubscriptionLinks,
): Html {
  return html`<a href="${manageUrl}">${subscription.manage}</a> · <a href="${unsubscribeUrl}">${subscription.unsubscribe}</a>`;
}
