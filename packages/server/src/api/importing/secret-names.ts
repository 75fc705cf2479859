/** Detects names of secret values. Prefers false positives, because a variable is easily created. */

const PARTS = [
  "password",
  "passwd",
  "passphrase",
  "secret",
  "token",
  "apikey",
  "accesskey",
  "authkey",
  "privatekey",
  "subscriptionkey",
  "authorization",
  "credential",
  "sessionid",
  "sessid",
  "csrf",
  "xsrf",
  "signature",
  "jwt",
  "assertion",
];
const WHOLE = new Set(["pwd", "pass", "auth", "xauth", "sid", "pin", "otp", "session", "cookie", "sig"]);
/** `token_type`, `max_tokens`, `password_policy`: about a secret, but not one. */
const HARMLESS_END =
  /(tokens|tokencount|type|url|uri|endpoint|name|enabled|required|length|policy|expires|expiresin|expiry|method|hint)$/;

export function isSecretName(name: string): boolean {
  const folded = name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
  if (WHOLE.has(folded)) return true;
  return PARTS.some((part) => folded.includes(part)) && !HARMLESS_END.test(folded);
}

/** In a query string, even `key` alone is a secret, as in Google's APIs. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || name.toLowerCase() === "key";
}

/** Values that are always secrets: JSON web tokens, and keys with the prefix of their issuer. */
export const SECRET_SHAPES =
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}(?:\.[\w-]{8,2000})?|\b(?:sk|rk|pk)_(?:live|test)_\w{8,200}|\bgh[pousr]_\w{20,200}|\bgithub_pat_\w{20,200}|\bxox[abpr]-[\w-]{10,200}|\bAKIA[A-Z0-9]{16}\b|\bAIza[\w-]{35}|\bPMAK-[\w-]{20,200}|\bvdt_agent_\w{20,100}/g;
