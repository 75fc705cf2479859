import { TEMPLATE_NAME } from "@vedette/contract/variables/template.ts";
import { decoded, hideInForm, hideInPairs } from "./hide-in-body.ts";
import type { ImportContext, Pair, RequestDraft } from "./request-draft.ts";

export type SafeUrl = { url: string; query: Record<string, string>; auth: RequestDraft["auth"] };

/**
 * The address without user, fragment and secrets. Parameters become the step's `query`, which holds each
 * name once; where a name repeats, a part is no pair or the check would encode one in another way, the query
 * stays in the address as it is written.
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

/** Percent-encoded as in a form, but for references to variables. */
export function encoded(text: string): string {
  return text
    .toWellFormed()
    .split(REFERENCE)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join("");
}

/** Whether the check, which writes a query as a form does, sends these bytes: `a,b` would become `a%2Cb`. */
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

/** Spelling that no server can see a difference in: case of hex digits, both spaces, `~`, letters beyond ASCII. */
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
