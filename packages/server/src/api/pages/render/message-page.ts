import { STYLE_HASH } from "../assets/assets.ts";
import type { Locale } from "../languages/locale.ts";
import { type HtmlValue, html } from "./html.ts";

/**
 * A document without the content of a page: not found, not available, a form that opens it,
 * or the link of a subscriber. It does not even show the
 * title, because the visitor may not see the page.
 */
type MessagePage = { locale: Locale; base: string; title: string; body: HtmlValue };

export function messagePage({ locale, base, title, body }: MessagePage): string {
  return html`<!doctype html>
<html lang="${locale.language}" dir="${locale.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${base}/assets/page.css?v=${STYLE_HASH}">
<link rel="icon" href="${base}/assets/favicon.svg">
</head>
<body><main id="content"><h1>${title}</h1>
${body}</main></body>
</html>
`.text;
}

type Place = Pick<MessagePage, "locale" | "base">;

export function notFoundPage({ locale, base }: Place): string {
  const { notFound, notFoundHelp } = locale.messages;
  return messagePage({ locale, base, title: notFound, body: html`<p>${notFoundHelp}</p>` });
}

export function unavailablePage({ locale, base }: Place): string {
  const { unavailable, unavailableHelp } = locale.messages;
  return messagePage({ locale, base, title: unavailable, body: html`<p>${unavailableHelp}</p>` });
}

/** `back`: the document to open afterwards, a path below the page. */
export type Challenge = Place & {
  back: string;
  error: "wrongPassword" | "tooManyAttempts" | "linkInvalid" | null;
};

export function passwordPage({ locale, base, back, error }: Challenge): string {
  const { messages } = locale;
  const body = html`<form method="post" action="${base}/sign-in">
<label for="password">${messages.password}</label>
<input id="password" name="password" type="password" required autocomplete="current-password" autofocus${error !== null && html` aria-invalid="true" aria-describedby="error"`}>
${error !== null && html`<p class="error" id="error" role="alert">${messages[error]}</p>`}
<input type="hidden" name="back" value="${back}">
<button>${messages.open}</button></form>`;
  return messagePage({ locale, base, title: messages.protectedPage, body });
}

/** `signInUrl`: where members sign in. */
export function membersPage({ locale, base, signInUrl }: Place & { signInUrl: string }): string {
  const { messages } = locale;
  const body = html`<p>${messages.membersOnly}</p><p><a href="${signInUrl}">${messages.signIn}</a></p>`;
  return messagePage({ locale, base, title: messages.protectedPage, body });
}

export function emailPage({ locale, base, error }: Omit<Challenge, "back">): string {
  const { messages } = locale;
  const body = html`<p>${messages.emailHelp}</p><form method="post" action="${base}/sign-in">
${error !== null && html`<p class="error" role="alert">${messages[error]}</p>`}
<label for="email">${messages.emailAddress}</label>
<input id="email" name="email" type="email" required autocomplete="email">
<button>${messages.sendLink}</button></form>`;
  return messagePage({ locale, base, title: messages.protectedPage, body });
}

export function linkSentPage({ locale, base }: Place): string {
  const { messages } = locale;
  return messagePage({
    locale,
    base,
    title: messages.protectedPage,
    body: html`<p role="status">${messages.linkSent}</p>`,
  });
}

/** A link in an email is opened by scanners too; only the button opens the page. */
export function confirmPage({ locale, base, token }: Place & { token: string }): string {
  const { messages } = locale;
  const body = html`<form method="post" action="${base}/sign-in"><input type="hidden" name="token" value="${token}"><button>${messages.open}</button></form>`;
  return messagePage({ locale, base, title: messages.protectedPage, body });
}
