import type { UrlUser } from "../../building/url-credentials.ts";
import { isObject } from "../../document-value.ts";
import { columnNumber, columnText, idOf, lookUp } from "../draft/row-values.ts";
import type { TargetDraft } from "./target-draft.ts";

/** Authentication, proxy and family of an HTTP request. */

export function addAuth(
  draft: TargetDraft,
  { headers, userInfo }: { headers: Record<string, string>; userInfo: UrlUser | null },
): void {
  const method = draft.text("auth_method");
  const auth = authOf(draft, method);
  if (auth !== null) draft.fields.auth = auth;
  else if (userInfo !== null) {
    draft.note("The user and password of the URL are moved to its authentication.");
    draft.fields.auth = basicOf(draft, userInfo);
  }
  const own = Object.keys(headers).find((name) => name.toLowerCase() === "authorization");
  // As in Uptime Kuma, a header replaces the one of the authentication.
  if (own !== undefined && isObject(draft.fields.auth) && draft.fields.auth.type !== "mtls") {
    delete draft.fields.auth;
    draft.note("The header 'Authorization' replaces the authentication.");
  }
}

function authOf(draft: TargetDraft, method: string): Record<string, unknown> | null {
  switch (method) {
    case "":
    case "null":
      return null;
    case "basic":
      return basicOf(draft, {
        username: draft.text("basic_auth_user"),
        password: draft.text("basic_auth_pass"),
      });
    case "bearer":
      return { type: "bearer", token: draft.secret("token", draft.text("bearer_token")) };
    case "oauth2-cc":
      return clientCredentialsOf(draft);
    case "mtls":
      return certificateOf(draft);
    default:
      draft.review(`The authentication '${method}' has no counterpart.`);
      return null;
  }
}

function basicOf(draft: TargetDraft, { username, password }: UrlUser): Record<string, unknown> {
  return {
    type: "basic",
    username: draft.literal(username),
    password: password === "" ? "" : draft.secret("password", password),
  };
}

function clientCredentialsOf(draft: TargetDraft): Record<string, unknown> {
  const scopes = draft.text("oauth_scopes").split(/\s+/).filter(Boolean);
  const audience = draft.text("oauth_audience");
  const isPost = draft.text("oauth_auth_method") === "client_secret_post";
  return {
    type: "oauth2_client_credentials",
    token_url: draft.literal(draft.text("oauth_token_url")),
    client_id: draft.literal(draft.text("oauth_client_id")),
    client_secret: draft.secret("client_secret", draft.text("oauth_client_secret")),
    auth_method: isPost ? "client_secret_post" : "client_secret_basic",
    ...(scopes.length > 0 && { scopes }),
    ...(audience !== "" && { audience: draft.literal(audience) }),
  };
}

function certificateOf(draft: TargetDraft): Record<string, unknown> | null {
  const key = draft.text("tls_key");
  if (draft.text("tls_ca") !== "") draft.note("The field 'CA certificate' has no counterpart.");
  if (key.trim() === "") {
    draft.review("The client certificate has no key, and is not kept.");
    return null;
  }
  return { type: "mtls", certificate: draft.text("tls_cert"), key: draft.secret("key", key) };
}

/** The names in Uptime Kuma, whose SOCKS proxies always resolve the name or let the monitor do it. */
const PROXY_SCHEMES: Readonly<Record<string, string>> = {
  http: "http",
  https: "https",
  socks: "socks5",
  socks5: "socks5",
  socks5h: "socks5",
};

export function addProxy(draft: TargetDraft): void {
  const id = draft.number("proxy_id");
  const proxy = id === null ? undefined : draft.context.proxies.get(id);
  const family = /^ipv([46])$/.exec(draft.text("ip_family"))?.[1];
  if (proxy === undefined || columnNumber(proxy, "active") === 0) {
    if (id !== null) draft.note("Its proxy is inactive or deleted, and is not kept.");
    if (family !== undefined) draft.fields.ip_family = Number(family);
    return;
  }
  if (family !== undefined)
    draft.note(`The field 'IPv${family}' does not apply through a proxy, which resolves the name.`);
  const protocol = columnText(proxy, "protocol");
  const scheme = lookUp(PROXY_SCHEMES, protocol);
  if (scheme === undefined) {
    draft.review(`A proxy of type '${protocol}' has no counterpart.`);
    return;
  }
  const host = columnText(proxy, "host");
  const url = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${idOf(proxy, "port")}`;
  const isAuthenticated = columnNumber(proxy, "auth") === 1;
  draft.fields.proxy = {
    url,
    ...(isAuthenticated && {
      auth: {
        username: draft.literal(columnText(proxy, "username")),
        password: draft.secret("proxy_password", columnText(proxy, "password")),
      },
    }),
  };
}
