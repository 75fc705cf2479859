import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { replaceBodySecrets } from "../building/body-secrets.ts";
import type { ImportValues } from "../building/import-values.ts";
import { replaceSecretParameters, separateUser, type UrlUser } from "../building/url-credentials.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { isSecretName } from "../secret-names.ts";

export type ModuleContext = {
  /** The name of the module: start of the names of its secrets. */
  module: string;
  values: ImportValues;
  reasons: string[];
};

const READ = new Set([
  ...["valid_status_codes", "valid_http_versions", "method", "headers", "body", "basic_auth", "bearer_token"],
  ...["authorization", "oauth2", "tls_config", "proxy_url", "no_follow_redirects", "follow_redirects"],
  ...["preferred_ip_protocol", "ip_protocol_fallback", "fail_if_ssl", "fail_if_not_ssl"],
  ...["fail_if_body_matches_regexp", "fail_if_body_not_matches_regexp"],
  ...["fail_if_header_matches", "fail_if_header_not_matches"],
]);
const RANGES_MAX = 20;
const LITERAL = /^[^\\.*+?^${}()|[\]]+$/;

/** Returns the fields of a `url` monitor for a target of a module of the prober `http`. */
export function httpFields(http: DocumentObject, target: string, context: ModuleContext): DocumentObject {
  const { reasons } = context;
  for (const name of Object.keys(http))
    if (!READ.has(name)) reasons.push(`The field '${name.slice(0, 100)}' has no counterpart.`);
  const { url, user } = separateUser(/^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? target : `http://${target}`);
  const tls = objectOf(http.tls_config);
  const body = textOf(http.body) ?? "";
  const replacement = {
    secret: (name: string, value: string) => context.values.hide(`BLACKBOX_${context.module}_${name}`, value),
    text: (part: string) => escapeTemplate(part),
  };
  addTlsReasons(http, url, reasons);
  return {
    url: replaceSecretParameters(url, replacement),
    ...userAuth(user, context),
    method: (textOf(http.method) ?? "GET").toUpperCase(),
    headers: headersOf(http, context),
    body: body === "" ? null : replaceBodySecrets(body, replacement),
    ...authOf(http, context),
    ...proxyFields(http, context),
    ...ipFamily(http, reasons),
    verify_tls: tls.insecure_skip_verify !== true,
    follow_redirects: http.no_follow_redirects !== true && http.follow_redirects !== false,
    accept_statuses: statusRanges(listOf(http.valid_status_codes), reasons),
    assertions: [...versions(http), ...bodyAssertions(http, reasons), ...headerAssertions(http, reasons)],
  };
}

/** The default of Blackbox is IPv6 with IPv4 as the second choice, which is any version in Vedette. */
export function ipFamily(options: DocumentObject, reasons: string[]): DocumentObject {
  const preferred = textOf(options.preferred_ip_protocol);
  const fallsBack = options.ip_protocol_fallback !== false;
  if (preferred === "ip4") {
    if (fallsBack) reasons.push("It uses IPv4 only, and does not fall back to IPv6.");
    return { ip_family: 4 };
  }
  return fallsBack ? {} : { ip_family: 6 };
}

/** Returns ranges such as `200-204`; by default those of success. */
function statusRanges(codes: readonly unknown[], reasons: string[]): (string | number)[] {
  const statuses = codes.map(Number).filter((code) => Number.isInteger(code) && code >= 100 && code <= 599);
  if (statuses.length === 0) return ["200-299"];
  const ranges: [number, number][] = [];
  for (const status of [...new Set(statuses)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === status - 1) last[1] = status;
    else ranges.push([status, status]);
  }
  if (ranges.length > RANGES_MAX)
    reasons.push(`Only the first ${RANGES_MAX} ranges of valid statuses are imported.`);
  return ranges.slice(0, RANGES_MAX).map(([from, to]) => (from === to ? from : `${from}-${to}`));
}

function versions(http: DocumentObject): unknown[] {
  const valid = listOf(http.valid_http_versions).flatMap((version) => {
    const number = /^HTTP\/(\d(?:\.\d)?)$/.exec(textOf(version) ?? "")?.[1];
    return number === undefined ? [] : [number === "2.0" ? "2" : number];
  });
  return valid.length === 0 ? [] : [{ type: "http_version", operator: "in", value: valid }];
}

function bodyAssertions(http: DocumentObject, reasons: string[]): unknown[] {
  const required = texts(http.fail_if_body_not_matches_regexp).map((pattern) => ({
    ...{ type: "body", operator: "matches", value: pattern },
  }));
  const forbidden = texts(http.fail_if_body_matches_regexp).flatMap((pattern) => {
    if (LITERAL.test(pattern)) return [{ type: "body", operator: "not_contains", value: pattern }];
    reasons.push("A pattern that the body must not match has no counterpart: only a plain text has.");
    return [];
  });
  return [...required, ...forbidden];
}

function headerAssertions(http: DocumentObject, reasons: string[]): unknown[] {
  const required = listOf(http.fail_if_header_not_matches).map((item) => {
    const { header, regexp, allow_missing: isOptional } = objectOf(item);
    if (isOptional === true) reasons.push(`The header '${textOf(header) ?? ""}' must be present.`);
    return {
      type: "header",
      property: textOf(header) ?? "",
      operator: "matches",
      value: textOf(regexp) ?? "",
    };
  });
  const forbidden = listOf(http.fail_if_header_matches).flatMap((item) => {
    const { header, regexp } = objectOf(item);
    const [property, pattern] = [textOf(header) ?? "", textOf(regexp) ?? ""];
    if (/^\^?(?:\.[*+])?\$?$/.test(pattern)) return [{ type: "header", property, operator: "not_exists" }];
    if (LITERAL.test(pattern))
      return [{ type: "header", property, operator: "not_contains", value: pattern }];
    reasons.push(`A pattern that the header '${property.slice(0, 100)}' must not match has no counterpart.`);
    return [];
  });
  return [...required, ...forbidden];
}

function texts(value: unknown): string[] {
  return listOf(value).flatMap((each) => textOf(each) ?? []);
}

function headersOf(http: DocumentObject, { module, values }: ModuleContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectOf(http.headers)).map(([name, value]) => {
      const text = textOf(value) ?? "";
      const isSecret = isSecretName(name) && text !== "";
      return [name, isSecret ? values.hide(`BLACKBOX_${module}_${name}`, text) : escapeTemplate(text)];
    }),
  );
}

function userAuth(user: UrlUser | null, { module, values }: ModuleContext): DocumentObject {
  if (user === null) return {};
  const password = user.password === "" ? "" : values.hide(`BLACKBOX_${module}_PASSWORD`, user.password);
  return { auth: { type: "basic", username: escapeTemplate(user.username), password } };
}

function authOf(http: DocumentObject, { module, values, reasons }: ModuleContext): DocumentObject {
  const hide = (field: string, value: unknown) => {
    const text = textOf(value);
    if (text === null || text === "")
      reasons.push(`The value of '${field}' is in a file that is not part of the import.`);
    return text === null || text === "" ? "" : values.hide(`BLACKBOX_${module}_${field}`, text);
  };
  if (isObject(http.basic_auth)) {
    const { username, password } = http.basic_auth;
    return {
      auth: {
        type: "basic",
        username: escapeTemplate(textOf(username) ?? ""),
        password: hide("PASSWORD", password),
      },
    };
  }
  if (isObject(http.authorization)) {
    const { type, credentials } = http.authorization;
    const scheme = textOf(type) ?? "Bearer";
    const token = hide("CREDENTIALS", credentials);
    if (/^bearer$/i.test(scheme)) return { auth: { type: "bearer", token } };
    return {
      headers: { ...headersOf(http, { module, values, reasons }), Authorization: `${scheme} ${token}` },
    };
  }
  if (http.bearer_token !== undefined)
    return { auth: { type: "bearer", token: hide("TOKEN", http.bearer_token) } };
  if (!isObject(http.oauth2)) return {};
  const {
    client_id: id,
    client_secret: secret,
    token_url: url,
    scopes,
    endpoint_params: parameters,
  } = http.oauth2;
  if (isObject(parameters)) reasons.push("The parameters of the token endpoint have no counterpart.");
  return {
    auth: {
      type: "oauth2_client_credentials",
      token_url: escapeTemplate(textOf(url) ?? ""),
      client_id: escapeTemplate(textOf(id) ?? ""),
      client_secret: hide("CLIENT_SECRET", secret),
      scopes: texts(scopes),
    },
  };
}

function proxyFields(http: DocumentObject, { module, values }: ModuleContext): DocumentObject {
  const { url, user } = separateUser(textOf(http.proxy_url) ?? "");
  if (url === "") return {};
  if (user === null) return { proxy: { url } };
  const password = values.hide(`BLACKBOX_${module}_PROXY_PASSWORD`, user.password);
  return { proxy: { url, auth: { username: escapeTemplate(user.username), password } } };
}

function addTlsReasons(http: DocumentObject, url: string, reasons: string[]): void {
  const isTls = /^https:/i.test(url);
  if (http.fail_if_ssl === true) reasons.push("That it fails with TLS has no counterpart.");
  if (http.fail_if_not_ssl === true && !isTls) reasons.push("That it fails without TLS has no counterpart.");
  tlsConfigReasons(objectOf(http.tls_config), reasons);
}

/** Adds a reason for each option of TLS that a check does not have. */
export function tlsConfigReasons(tls: DocumentObject, reasons: string[]): void {
  for (const [name, value] of Object.entries(tls)) {
    if (name === "insecure_skip_verify" || value === "" || value === null) continue;
    reasons.push(`The TLS option '${name.slice(0, 100)}' has no counterpart.`);
  }
}
