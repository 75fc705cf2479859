import { listOf, objectOf, textOf } from "../document-value.ts";
import { variableOf } from "../hide-in-body.ts";
import { toVariableName } from "../import-variables.ts";
import type { ImportContext, Pair, RequestDraft } from "../request-draft.ts";
import type { ResolveRef } from "./resolve-refs.ts";

export type Credentials = { auth: RequestDraft["auth"]; headers: Pair[]; query: Pair[] };

/** Returns the credentials that an operation needs, by the first alternative of its document. */
export function credentialsOf(
  operation: { security: unknown; schemes: unknown; where: string },
  resolve: ResolveRef,
  context: ImportContext,
): Credentials {
  const credentials: Credentials = { auth: null, headers: [], query: [] };
  const way = listOf(operation.security).find((candidate) => Object.keys(objectOf(candidate)).length > 0);
  for (const name of Object.keys(objectOf(way))) {
    const schemes = objectOf(operation.schemes);
    const scheme = resolve(Object.hasOwn(schemes, name) ? schemes[name] : undefined);
    if (!add(credentials, { name, scheme }, context)) {
      const why = "Steps know basic authentication, bearer tokens and API keys";
      context.notes.addTo({ where: operation.where, what: "Security schemes", why }, name);
    }
  }
  return credentials;
}

function add(
  credentials: Credentials,
  { name, scheme }: { name: string; scheme: Readonly<Record<string, unknown>> },
  { variables }: ImportContext,
): boolean {
  const need = (variable: string, what: string, isSecret = true) =>
    variables.need({ name: variable, is_secret: isSecret, why: `${what} of the security scheme ${name}` });
  const httpScheme = textOf(scheme.scheme)?.toLowerCase();
  if (scheme.type === "http" && httpScheme === "basic") {
    const username = need("USERNAME", "The user name", false);
    credentials.auth = { type: "basic", username, password: need("PASSWORD", "The password") };
    return true;
  }
  const isBearer = scheme.type === "http" && httpScheme === "bearer";
  if (isBearer || scheme.type === "oauth2" || scheme.type === "openIdConnect") {
    credentials.auth = { type: "bearer", token: need("TOKEN", "The access token") };
    return true;
  }
  const parameter = textOf(scheme.name);
  if (scheme.type !== "apiKey" || parameter === null) return false;
  const value = need(toVariableName(variableOf(name)), "The key");
  if (scheme.in === "query") credentials.query.push([parameter, value]);
  else if (scheme.in === "cookie") credentials.headers.push(["Cookie", `${parameter}=${value}`]);
  else credentials.headers.push([parameter, value]);
  return true;
}
