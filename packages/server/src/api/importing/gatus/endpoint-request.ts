import type { HttpAuth } from "@vedette/contract/checks/http-auth.ts";
import { separateUser, type UrlUser } from "../building/url-credentials.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import type { GatusTexts } from "./gatus-texts.ts";
import { gatusFlag } from "./gatus-values.ts";

/** The HTTP request of an endpoint or of a step of a suite. */

export type EndpointRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Null for none. */
  body: string | null;
  auth: Partial<HttpAuth> | null;
  verify_tls: boolean;
  follow_redirects: boolean;
};

type Context = {
  texts: GatusTexts;
  /** Start of the names of secrets. */
  owner: string;
  /** Texts of uploaded files by their path, for client certificates. */
  files: ReadonlyMap<string, string>;
  reasons: string[];
};

export function endpointRequest(endpoint: DocumentObject, context: Context): EndpointRequest {
  const { texts, owner } = context;
  const client = objectOf(endpoint.client);
  const isGraphql = gatusFlag(endpoint.graphql, false);
  const headers = headersOf(endpoint, context);
  const body = textOf(endpoint.body) ?? "";
  if (isGraphql && !hasHeader(headers, "content-type")) headers["Content-Type"] = "application/json";
  const { url, user } = separateUser(textOf(endpoint.url) ?? "");
  const auth = basicAuth(user, context);
  const given = isGraphql ? JSON.stringify({ query: body }) : body;
  return {
    method: (textOf(endpoint.method) ?? "GET").trim().toUpperCase() || "GET",
    url: texts.url(owner, url),
    headers,
    body: given === "" ? null : texts.body(owner, given),
    auth:
      hasHeader(headers, "authorization") && auth?.type === "basic"
        ? null
        : (clientAuth(client, context) ?? auth),
    verify_tls: !gatusFlag(client.insecure, false),
    follow_redirects: !gatusFlag(client["ignore-redirect"], false),
  };
}

function headersOf(endpoint: DocumentObject, { texts, owner }: Context): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectOf(endpoint.headers)).map(([name, value]) => [
      name,
      texts.header(owner, name, textOf(value) ?? ""),
    ]),
  );
}

function hasHeader(headers: Record<string, string>, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name);
}

/** Credentials in a URL become basic authentication. */
function basicAuth(user: UrlUser | null, { texts, owner }: Context): EndpointRequest["auth"] {
  if (user === null) return null;
  const password = texts.secret(`${owner}_PASSWORD`, user.password);
  return { type: "basic", username: texts.templated(user.username), password };
}

function clientAuth(client: DocumentObject, context: Context): EndpointRequest["auth"] {
  const { texts, owner } = context;
  if (isObject(client.oauth2)) {
    const { oauth2 } = client;
    return {
      type: "oauth2_client_credentials",
      token_url: texts.templated(textOf(oauth2["token-url"]) ?? ""),
      client_id: texts.templated(textOf(oauth2["client-id"]) ?? ""),
      client_secret: texts.secret(`${owner}_CLIENT_SECRET`, textOf(oauth2["client-secret"]) ?? ""),
      scopes: listOf(oauth2.scopes).flatMap((scope) => textOf(scope) ?? []),
    };
  }
  return isObject(client.tls) ? clientCertificate(client.tls, context) : null;
}

function clientCertificate(
  tls: DocumentObject,
  { texts, owner, files, reasons }: Context,
): EndpointRequest["auth"] {
  const certificate = findFile(textOf(tls["certificate-file"]) ?? "", files);
  const key = findFile(textOf(tls["private-key-file"]) ?? "", files);
  if ("renegotiation" in tls) reasons.push("The TLS field 'renegotiation' has no counterpart.");
  if (certificate === undefined || key === undefined) return null;
  return { type: "mtls", certificate, key: texts.secret(`${owner}_CLIENT_KEY`, key) };
}

/** The configuration may name a path from another folder than the one that was uploaded. */
function findFile(path: string, files: ReadonlyMap<string, string>): string | undefined {
  const wanted = path.replace(/^(?:\.?\/)+/, "");
  if (wanted === "") return undefined;
  for (const [name, text] of files) {
    if (name === wanted || name.endsWith(`/${wanted}`) || wanted.endsWith(`/${name}`)) return text;
  }
  return undefined;
}
