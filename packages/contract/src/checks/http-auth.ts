import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
import { FIELD_VALUE, urlError } from "../common/http-rules.ts";
import { referenceError, templateNames } from "../variables/template.ts";
import { optionalField } from "./check-kind.ts";

/** How a request authenticates. Texts may contain `{{NAME}}`; credentials belong in secret variables. */

const TEXT_MAX = 8_192;
const CERTIFICATE_MAX = 65_536;
const SCOPES_MAX = 50;
/** A single reference, so that a private key is never stored outside of a secret variable. */
const ONE_REFERENCE = /^\{\{[ \t]*[A-Za-z_][A-Za-z0-9_]{0,63}[ \t]*\}\}$/;
/** The characters of a scope. Source: RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** A text that may contain references. */
const templated = z
  .string()
  .max(TEXT_MAX)
  .superRefine((text, ctx) => {
    const message = referenceError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  });
const userAndPassword = { username: templated, password: templated };

const clientCredentials = z.strictObject({
  type: z.literal("oauth2_client_credentials"),
  token_url: templated.meta({ description: "The token endpoint" }),
  client_id: templated,
  client_secret: templated,
  scopes: z
    .array(z.string().max(200).regex(SCOPE, "must be a scope without spaces"))
    .max(SCOPES_MAX)
    .default([]),
  audience: templated.nullable().default(null),
  auth_method: z.enum(["client_secret_basic", "client_secret_post"]).default("client_secret_basic").meta({
    description: "Send the client's credentials in the Authorization header (basic) or in the form (post)",
  }),
});

const clientCertificate = z.strictObject({
  type: z.literal("mtls"),
  certificate: z
    .string()
    .max(CERTIFICATE_MAX)
    .superRefine((text, ctx) => {
      const message = certificateError(text);
      if (message !== null) ctx.addIssue({ code: "custom", message });
    })
    .meta({ description: "PEM: the client's certificate, then those of its issuers" }),
  key: z
    .string()
    .max(TEXT_MAX)
    .regex(ONE_REFERENCE, "must be a reference to a secret variable, such as {{CLIENT_KEY}}")
    .meta({
      description: "A reference to a secret variable that holds the private key in PEM, without password",
    }),
});

/** The order is that of the form. */
export const httpAuthSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("basic"), ...userAndPassword }),
  z.strictObject({ type: z.literal("bearer"), token: templated }),
  z.strictObject({ type: z.literal("digest"), ...userAndPassword }),
  clientCredentials,
  clientCertificate,
]);

export const httpAuthField = optionalField(httpAuthSchema, httpAuthSchema);

export type HttpAuth = z.output<typeof httpAuthSchema>;
export type ClientCredentials = z.output<typeof clientCredentials>;
export type ClientCertificate = z.output<typeof clientCertificate>;

function certificateError(text: string): string | null {
  // Before the references, because a key beside one would be stored as it is.
  if (/PRIVATE KEY/.test(text)) return "must not contain the private key; store it as a secret variable";
  if (templateNames(text).length > 0) return referenceError(text);
  const isPem = /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text);
  return isPem ? null : "must be a certificate in PEM, from -----BEGIN CERTIFICATE----- on";
}

type AuthenticatedRequest = { auth: HttpAuth | null; url: string; headers: Readonly<Record<string, string>> };

/** Returns what is wrong with `auth` together with the URL and the headers of its request. */
export function authErrors({ auth, url, headers }: AuthenticatedRequest): ErrorDetail[] {
  if (auth === null) return [];
  if (auth.type === "mtls") {
    const isPlain = url.toLowerCase().startsWith("http://");
    return isPlain ? [{ path: "auth", message: "mtls needs an https URL" }] : [];
  }
  const own = Object.keys(headers).find((name) => name.toLowerCase() === "authorization");
  const errors: ErrorDetail[] =
    own === undefined ? [] : [{ path: `headers.${own}`, message: "is set by auth; remove one of them" }];
  if (auth.type === "oauth2_client_credentials") {
    const wrong = urlError(auth.token_url);
    if (wrong !== null) errors.push({ path: "auth.token_url", message: wrong });
  }
  // The first colon ends the user name. Source: RFC 7617, section 2.
  if ("username" in auth && auth.username.includes(":"))
    errors.push({ path: "auth.username", message: "must not contain a colon" });
  if (auth.type === "bearer" && !FIELD_VALUE.test(auth.token))
    errors.push({ path: "auth.token", message: "must not contain line breaks or other control characters" });
  return errors;
}

/** Returns the name of the variable that holds the private key of a client certificate. */
export function keyVariable(auth: HttpAuth | null): string | null {
  return auth?.type === "mtls" ? (templateNames(auth.key)[0] ?? null) : null;
}
