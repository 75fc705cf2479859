import type { HttpAuth } from "./http-auth.ts";
import type { HttpProxy } from "./http-proxy.ts";

type Credentials = {
  auth?: HttpAuth | null;
  proxy?: HttpProxy | null;
  password?: string | null;
  community?: string | null;
  privacy_password?: string | null;
};

/** Returns the values of a check that must never be shown. Kinds have some of them. */
export function credentialsOf({ auth, proxy, ...texts }: Credentials): string[] {
  const { password, community, privacy_password } = texts;
  const own = [password, community, privacy_password].map((text) => text ?? "");
  const values = [authCredential(auth ?? null), proxy?.auth?.password ?? "", ...own];
  return [...new Set(values.filter((value) => value !== ""))];
}

/** Returns what a spec holds for these values: nothing if there are none. */
export function maskSpec(credentials: Credentials): { mask?: readonly string[] } {
  const mask = credentialsOf(credentials);
  return mask.length === 0 ? {} : { mask };
}

function authCredential(auth: HttpAuth | null): string {
  switch (auth?.type) {
    case "basic":
    case "digest":
      return auth.password;
    case "bearer":
      return auth.token;
    case "oauth2_client_credentials":
      return auth.client_secret;
    case "mtls":
      return auth.key;
    default:
      return "";
  }
}

/** Returns the credentials of the Basic scheme in UTF-8. Source: RFC 7617, section 2.1. */
export function basicToken({ username, password }: { username: string; password: string }): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}
