import type { SubscriptionTopic } from "@vedette/contract/status-pages/subscriber-words.ts";
import { type Html, html } from "../render/html.ts";
import type { View } from "../render/view.ts";

/** The forms with which visitors subscribe, confirm, change their choices and unsubscribe. They need no script. */

export type Note = { text: string; isError: boolean };

/** `component_ids`: public IDs; null for all. */
export type ShownChoices = { topics: readonly SubscriptionTopic[]; component_ids: readonly string[] | null };

const DEFAULT_CHOICES: ShownChoices = { topics: ["incidents", "maintenance"], component_ids: null };

/** Products, whose names are the same in all languages. */
const CHAT_TYPES = {
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
  webhook: "Webhook",
} as const;

export function renderSubscribePage(
  view: View,
  { note, hasMail }: { note: Note | null; hasMail: boolean },
): Html {
  const { messages } = view.locale;
  const { subscription } = messages;
  const action = `${view.base}/subscribe`;
  const choices = renderChoices(view, DEFAULT_CHOICES);
  const chat = html`<form method="post" action="${action}">
<label for="type">Slack, Discord, Microsoft Teams, Webhook</label>
<select id="type" name="type">${Object.entries(CHAT_TYPES).map(([type, name]) => html`<option value="${type}">${name}</option>`)}</select>
<label for="url">URL</label>
<input id="url" name="url" type="url" required maxlength="2048" autocomplete="off">
${choices}${renderLanguage(view)}<button>${subscription.subscribe}</button></form>`;
  return html`<h1>${subscription.subscribe}</h1>
${renderNote(note)}<p>${subscription.help}</p>
${
  hasMail &&
  html`<form method="post" action="${action}">
<label for="email">${messages.emailAddress}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">
${choices}${renderLanguage(view)}<button>${subscription.subscribe}</button></form>`
}
${hasMail ? html`<details class="other"><summary>Slack, Discord, Microsoft Teams, Webhook</summary>${chat}</details>` : chat}`;
}

type Place = Pick<View, "locale" | "base">;

/** Asks the holder of the link to confirm. */
export function renderConfirm(place: Place, { token, title }: { token: string; title: string }): Html {
  const { fill, messages } = place.locale;
  const text = fill(messages.subscription.confirmText, { page: title });
  return html`<p>${text}</p>${renderButton(place, { token, action: "confirm" })}`;
}

export function renderUnsubscribe(place: Place, token: string): Html {
  return renderButton(place, { token, action: "unsubscribe" });
}

export function renderManage(
  view: View,
  { token, choices, note }: { token: string; choices: ShownChoices; note: Note | null },
): Html {
  return html`${renderNote(note)}<form method="post" action="${view.base}/subscription">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="action" value="save">
${renderChoices(view, choices)}<button>${view.locale.messages.subscription.save}</button></form>
${renderUnsubscribe(view, token)}`;
}

function renderButton(
  { base, locale }: Place,
  { token, action }: { token: string; action: "confirm" | "unsubscribe" },
): Html {
  const label = locale.messages.subscription[action];
  return html`<form method="post" action="${base}/subscription"><input type="hidden" name="token" value="${token}"><input type="hidden" name="action" value="${action}"><button>${label}</button></form>`;
}

export function renderNote(note: Note | null): Html | false {
  if (note === null) return false;
  return note.isError
    ? html`<p class="error" role="alert">${note.text}</p>`
    : html`<p role="status">${note.text}</p>`;
}

function renderLanguage({ locale }: View): Html {
  return html`<input type="hidden" name="language" value="${locale.language}">`;
}

/** Both forms of a page have the choices, so that labels contain their fields instead of naming an ID. */
function renderChoices({ snapshot, locale }: View, { topics, component_ids: ids }: ShownChoices): Html {
  const { messages } = locale;
  const { subscription } = messages;
  const names = { incidents: subscription.incidents, maintenance: messages.maintenance };
  const topic = (name: SubscriptionTopic) =>
    html`<label><input type="checkbox" name="topic" value="${name}"${topics.includes(name) && html` checked`}> ${names[name]}</label>`;
  const component = ({ publicId, name }: { publicId: string; name: string }) =>
    html`<label><input type="checkbox" name="component" value="${publicId}"${(ids?.includes(publicId) ?? false) && html` checked`}> ${name}</label>`;
  const scope = (value: "all" | "some", label: string, isChosen: boolean) =>
    html`<label><input type="radio" name="components" value="${value}"${isChosen && html` checked`}> ${label}</label>`;
  return html`<fieldset><legend>${subscription.topics}</legend>${topic("incidents")}${topic("maintenance")}</fieldset>
${
  snapshot.components.length > 0 &&
  html`<fieldset><legend>${messages.components}</legend>${scope("all", subscription.allComponents, ids === null)}${scope("some", subscription.someComponents, ids !== null)}
<details${ids !== null && html` open`}><summary>${messages.components}</summary>${snapshot.components.map(component)}</details></fieldset>`
}`;
}
