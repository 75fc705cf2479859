import type { FetchJson } from "../../../platform/net/fetch-json.ts";

/** This server as a client of an OpenID Connect provider. */
export type OidcClient = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name on the button, as in "Sign in with …". */
  name: string;
  /** The public URL, to which the provider redirects. */
  baseUrl: string;
  fetch: FetchJson;
};
