import { replaceBodySecrets } from "../building/body-secrets.ts";
import { replaceSecretParameters, separateUser } from "../building/url-credentials.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { isSecretParameter } from "../secret-names.ts";
import { checklyAssertions } from "./checkly-assertions.ts";
import type { ChecklyTexts } from "./checkly-texts.ts";
import { pairsOf } from "./read-bundle.ts";

/** The request of an API check or a URL monitor, as the fields of a `url` monitor. */

type Context = {
  texts: ChecklyTexts;
  /** `apiCheckDefaults` of the group; empty without one. */
  defaults: DocumentObject;
  /** Start of the names of secrets. */
  owner: string;
  reasons: string[];
};

const FORM = "application/x-www-form-urlencoded";

export function requestFields(check: DocumentObject, context: Context): DocumentObject {
  const { texts, defaults, reasons } = context;
  const request = objectOf(check.request);
  const headers = headersOf(request, context);
  const body = bodyOf(request, context);
  if (body !== null && !hasHeader(headers, "content-type") && body.type !== null)
    headers["Content-Type"] = body.type;
  const auth =
    isObject(request.basicAuth) && textOf(request.basicAuth.username)
      ? request.basicAuth
      : objectOf(defaults.basicAuth);
  const { user } = separateUser(textOf(request.url) ?? "");
  const username = textOf(auth.username) || user?.username || "";
  return {
    url: urlOf(request, context),
    method: textOf(request.method) ?? "GET",
    headers,
    body: body?.text ?? null,
    follow_redirects: request.followRedirects !== false,
    verify_tls: request.skipSSL !== true,
    ...ipFamilyOf(request),
    ...(username !== "" && {
      auth: {
        type: "basic",
        username: texts.text(username),
        password: texts.secret(`${context.owner}_PASSWORD`, textOf(auth.password) || user?.password || ""),
      },
    }),
    assertions: assertionsOf(check, defaults, reasons),
  };
}

export function ipFamilyOf(request: DocumentObject): DocumentObject {
  if (request.ipFamily === "IPv4") return { ip_family: 4 };
  return request.ipFamily === "IPv6" ? { ip_family: 6 } : {};
}

/** Without an assertion on the status, a check of Checkly fails from 400 on; with `shouldFail` it fails below. */
function assertionsOf(check: DocumentObject, defaults: DocumentObject, reasons: string[]): unknown[] {
  const given = [...listOf(defaults.assertions), ...listOf(objectOf(check.request).assertions)];
  const distinct = [...new Map(given.map((each) => [JSON.stringify(each), each])).values()];
  const assertions = checklyAssertions(distinct, "url", reasons);
  const status = { type: "status_code", value: 400 };
  if (check.shouldFail === true) {
    reasons.push("It should fail in Checkly: a status of 400 or more is up.");
    return [{ ...status, operator: "greater_than_or_equal" }, ...assertions];
  }
  const needsStatus = assertions.length > 0 && assertions.every(({ type }) => type !== "status_code");
  return needsStatus ? [{ ...status, operator: "less_than" }, ...assertions] : assertions;
}

function urlOf(request: DocumentObject, { texts, defaults, owner }: Context): string {
  const own = textOf(request.url) ?? "";
  const given = own === "" ? (textOf(defaults.url) ?? "") : own;
  const url = replaceSecretParameters(separateUser(given).url, {
    secret: (name, value) => texts.secret(`${owner}_${name}`, value),
    text: (part) => texts.text(part),
  });
  const parameters = [...pairsOf(defaults.queryParameters), ...pairsOf(request.queryParameters)];
  const query = parameters
    .map(
      ({ key, value }) =>
        `${encoded(key)}=${encodedTemplate(
          isSecretParameter(key) ? texts.secret(`${owner}_${key}`, value) : texts.text(value),
        )}`,
    )
    .join("&");
  if (query === "") return url;
  const [beforeFragment = ""] = url.split("#", 1);
  return `${beforeFragment}${beforeFragment.includes("?") ? "&" : "?"}${query}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** References stay as they are. */
function encodedTemplate(text: string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part) => (part.startsWith("{{") ? part : encoded(part)))
    .join("");
}

function headersOf(request: DocumentObject, { texts, defaults, owner }: Context): Record<string, string> {
  const headers = new Map<string, [string, string]>();
  for (const { key, value } of [...pairsOf(defaults.headers), ...pairsOf(request.headers)])
    headers.set(key.toLowerCase(), [key, texts.header(owner, key, value)]);
  return Object.fromEntries(headers.values());
}

function hasHeader(headers: Record<string, string>, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name);
}

function bodyOf(
  request: DocumentObject,
  { texts, owner }: Context,
): { text: string; type: string | null } | null {
  const text = textOf(request.body) ?? "";
  if (text === "") return null;
  const types: Readonly<Record<string, string>> = {
    JSON: "application/json",
    GRAPHQL: "application/json",
    FORM,
  };
  const replaced = replaceBodySecrets(text, {
    secret: (name, value) => texts.secret(`${owner}_${name}`, value),
    text: (part) => texts.text(part),
  });
  return { text: replaced, type: types[textOf(request.bodyType) ?? ""] ?? null };
}
