import { headerErrors } from "@vedette/contract/common/http-rules.ts";
import { mayHaveTemplate } from "@vedette/contract/variables/template.ts";
import { variableOf } from "./hide-in-body.ts";
import type { ImportContext, Pair, RequestDraft } from "./request-draft.ts";
import { isSecretName } from "./secret-names.ts";

/** The check sets these for each request. */
const SET_BY_US = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** Conditional headers make a server return 304 without a body. */
const CONDITIONAL = new Set(["if-none-match", "if-modified-since"]);
const HEADERS_MAX = 50;

export type SafeHeaders = { headers: Record<string, string>; auth: RequestDraft["auth"] };

/** Returns the headers of a step, each once and without secrets; credentials become the step's `auth`. */
export function toHeaders(draft: RequestDraft, context: ImportContext): SafeHeaders {
  const headers = new Map<string, { name: string; value: string }>();
  let auth = draft.auth;
  for (const [name, value] of draft.headers) {
    const folded = name.toLowerCase();
    if (isLeftOut(draft, name, context)) continue;
    const credentials: RequestDraft["auth"] = folded === "authorization" ? readCredentials(value) : null;
    if (credentials && auth === null) {
      auth = credentials;
      continue;
    }
    const safe = hideInHeader(draft.where, [name, value], context);
    const known = headers.get(folded);
    const merged = known ? `${known.value}${folded === "cookie" ? "; " : ", "}${safe}` : safe;
    headers.set(folded, { name: known?.name ?? name, value: merged });
  }
  const kept = [...headers.values()].filter((header) => isValid(draft, header, context));
  for (const { name } of kept.slice(HEADERS_MAX)) {
    const why = `A step has at most ${HEADERS_MAX}`;
    context.notes.addTo({ where: draft.where, what: "Headers", why }, name);
  }
  const entries = kept.slice(0, HEADERS_MAX).map(({ name, value }) => [name, value]);
  return { headers: Object.fromEntries(entries), auth: auth && hideInAuth(draft.where, auth, context) };
}

/** Parses `Basic …` and `Bearer …` to a step's `auth`; null for any other scheme. */
function readCredentials(value: string): RequestDraft["auth"] {
  const [, scheme = "", rest = ""] = /^(basic|bearer)\s+(\S.*)$/i.exec(value.trim()) ?? [];
  if (scheme === "") return null;
  if (scheme.toLowerCase() === "bearer") return { type: "bearer", token: rest };
  if (!/^[A-Za-z0-9+/=_-]+$/.test(rest)) return null;
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(rest, "base64").toString()) ?? [];
  return username === undefined || password === undefined ? null : { type: "basic", username, password };
}

function isLeftOut(draft: RequestDraft, name: string, { notes }: ImportContext): boolean {
  const folded = name.toLowerCase();
  if (SET_BY_US.has(folded) || folded.startsWith(":")) {
    const why = "The check sets them for each request itself";
    notes.addTo({ where: draft.where, what: "Headers", why }, folded);
    return true;
  }
  if (CONDITIONAL.has(folded)) {
    const why = "The response would be 304 without a body";
    notes.addTo({ where: draft.where, what: "Headers", why }, folded);
    return true;
  }
  return folded === "";
}

function hideInHeader(where: string, [name, value]: Pair, context: ImportContext): string {
  if (!isSecretName(name)) return value;
  const { variables } = context;
  if (name.toLowerCase() === "cookie") return hideInCookies(where, value, context);
  const why = `The value of the header ${name} at ${where}`;
  // The scheme stays visible: `Authorization: ApiKey …`.
  const [, scheme = "", rest = value] = /^([A-Za-z][A-Za-z-]{0,20} )(\S+)$/.exec(value) ?? [];
  return `${scheme}${variables.hide(rest, { name: variableOf(name), why })}`;
}

/**
 * A single cookie, and cookies that contain a variable, keep their names. A browser sends dozens of literal
 * cookies. Those become one secret, because a variable for each would have to be created by hand.
 */
function hideInCookies(where: string, header: string, { variables }: ImportContext): string {
  const cookies = header
    .split(/;\s*/)
    .filter((cookie) => cookie.trim() !== "")
    .map((cookie) => /^\s*([^=\s{}]+)=(.*)$/s.exec(cookie));
  const areNamed = cookies.length > 0 && cookies.every((cookie) => cookie !== null);
  if (!areNamed || (cookies.length > 1 && !mayHaveTemplate(header))) {
    return variables.hide(header, { name: "COOKIE", why: `The value of the header Cookie at ${where}` });
  }
  return cookies
    .map((cookie) => {
      const [, name = "", value = ""] = cookie ?? [];
      const why = `The value of the cookie ${name} at ${where}`;
      return `${name}=${variables.hide(value, { name: variableOf(name), why })}`;
    })
    .join("; ");
}

function isValid(
  draft: RequestDraft,
  { name, value }: { name: string; value: string },
  { notes }: ImportContext,
): boolean {
  const error = headerErrors({ [name]: value })[0];
  if (!error) return true;
  notes.add({ where: draft.where, what: `Header ${name}`, why: `The header ${error.message}` });
  return false;
}

function hideInAuth(
  where: string,
  auth: NonNullable<RequestDraft["auth"]>,
  { variables }: ImportContext,
): NonNullable<RequestDraft["auth"]> {
  if (auth.type === "bearer") {
    const token = variables.hide(auth.token, { name: "TOKEN", why: `The bearer token at ${where}` });
    return { type: "bearer", token };
  }
  const why = `The password of basic authentication at ${where}`;
  const password = variables.hide(auth.password, { name: "PASSWORD", why });
  return { ...auth, password };
}
