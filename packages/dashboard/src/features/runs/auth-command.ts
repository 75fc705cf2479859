import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { maskCredential } from "./mask-credential.ts";

/** The authentication of a request as options and headers of curl. */

type Auth = NonNullable<ApiMonitor["steps"][number]["auth"]>;
export type CurlOption = { name: string; value?: string };
type User = { username: string; password: string };

/** curl gets no access token by itself, so a token of OAuth 2 is a variable. */
export function authHeaders(auth: Auth | null): Record<string, string> {
  if (auth?.type === "bearer") return { Authorization: `Bearer ${auth.token}` };
  return auth?.type === "oauth2_client_credentials" ? { Authorization: "Bearer {{ACCESS_TOKEN}}" } : {};
}

export function authOptions(auth: Auth | null): CurlOption[] {
  if (auth?.type === "mtls") return [{ name: "--cert client.pem --key client.key" }];
  if (auth?.type !== "basic" && auth?.type !== "digest") return [];
  return [...(auth.type === "digest" ? [{ name: "--digest" }] : []), userOption("--user", auth)];
}

export function userOption(name: string, { username, password }: User): CurlOption {
  return { name, value: `${username}:${password}` };
}

/** Replaces literal credentials by variables. */
export function safeAuth(auth: Auth): Auth {
  switch (auth.type) {
    case "bearer":
      return { ...auth, token: maskCredential("token", auth.token) };
    case "oauth2_client_credentials":
      return { ...auth, client_secret: maskCredential("client_secret", auth.client_secret) };
    case "mtls":
      return auth;
    default:
      return safeUser(auth);
  }
}

export function safeUser<Given extends User>(user: Given): Given {
  return { ...user, password: maskCredential("password", user.password) };
}
