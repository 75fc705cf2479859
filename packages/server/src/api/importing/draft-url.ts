import { TEMPLATE_NAME } from "@vedette/contract/variables/template.ts";
import { decoded, hideInForm, hideInPairs } from "./hide-in-body.ts";
import type { ImportContext, Pair, RequestDraft } from "./request-draft.ts";

export type SafeUrl = { url: string; query: Record<string, string>; auth: RequestDraft["auth"] };

/**
 * Returns the URL without user, fragment and secrets. Parameters become the step's `query`, which holds each
 * name once. The query stays in the URL as written if a name repeats, if a part is not a pair, or if the
 * check would encode a part differently.
 */
export function toUrl(draft: RequestDraft, context: ImportContext): SafeUrl {
  const { bare, query, auth } = takeApart(draft.url);
  const place = { where: draft.where, variables: context.variables };
  const written = query === "" ? [] : query.split("&").filter((part) => part !== "");
  const pairs = [...written.map(toPair), ...draft.query.map((pair): Pair => pair)];
  const isTable =
    written.every((part) => part.includes("=") && isSentAlike(part)) &&
    new Set(pairs.map(([name]) => name)).size === pairs.length;
  if (isTable) return { url: bare, query: Object.fromEntries(hideInPairs(pairs, place)), auth };
  const added = draft.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return { url: `${bare}?${hideInForm([...written, ...added].join("&"), place)}`, query: {}, auth };
}

const REFERENCE = new RegExp(`(\\{\\{[ \\t]*\\$?${TEMPLATE_NAME}[ \\t]*\\}\\})`);

/** Percent-encodes as in a form, except references to variables. */
export function encoded(text: string): string {
  return text
    .toWellFormed()
    .split(REFERENCE)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join("");
}

/** Whether the check, which encodes a query like a form, sends the same bytes: `a,b` would become `a%2Cb`. */
function isSentAlike(part: string): boolean {
  const [name, value] = toPair(part).map((text) => text.split(/(\{\{[^{}]*\}\})/));
  const sent = [name, value].map((texts) =>
    (texts ?? []).map((text, index) => (index % 2 === 1 ? text : formEncoded(text))).join(""),
  );
  return canonical(sent.join("=")) === canonical(part);
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/**
 * Normalizes spellings that are equal for any server: case of hex digits, both spaces, `~`, non-ASCII
 * letters.
 */
function canonical(query: string): string {
  const asciiOnly = query.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
  return asciiOnly
    .replaceAll("%20", "+")
    .replaceAll(/%7e/gi, "~")
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

function toPair(part: string): Pair {
  const at = part.indexOf("=");
  return at < 0 ? [decoded(part), ""] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
}

function takeApart(text: string): { bare: string; query: string; auth: RequestDraft["auth"] } {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(text) ? text : `http://${text}`;
  const [address = ""] = withScheme.split("#", 1);
  const at = address.indexOf("?");
  const place = at < 0 ? address : address.slice(0, at);
  const query = at < 0 ? "" : address.slice(at + 1);
  const [, scheme = "", user, rest = ""] = /^([a-z]+:\/\/)(?:([^/\\]*)@)?(.*)$/is.exec(place) ?? [];
  if (user === undefined) return { bare: place, query, auth: null };
  const colon = user.indexOf(":");
  const username = decoded(colon < 0 ? user : user.slice(0, colon));
  const password = colon < 0 ? "" : decoded(user.slice(colon + 1));
  return { bare: `${scheme}${rest}`, query, auth: { type: "basic", username, password } };
}
