import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { t } from "../../language/t.ts";

type Auth = NonNullable<ApiStep["auth"]>;
type ClientCredentials = Extract<Auth, { type: "oauth2_client_credentials" }>;

/** State of the authentication of a request in a form. The texts survive a change of the type. */
export type AuthDraft = {
  type: "none" | Auth["type"];
  username: string;
  password: string;
  token: string;
  token_url: string;
  client_id: string;
  client_secret: string;
  /** Separated by spaces. */
  scopes: string;
  audience: string;
  auth_method: ClientCredentials["auth_method"];
  certificate: string;
  key: string;
};

export const AUTH_LABELS: Readonly<Record<Auth["type"], string>> = {
  basic: t("Basic (user and password)"),
  bearer: t("Bearer token"),
  digest: t("Digest (user and password)"),
  oauth2_client_credentials: t("OAuth 2 client credentials"),
  mtls: t("Client certificate (mTLS)"),
};

const EMPTY_AUTH: AuthDraft = {
  type: "none",
  ...{ username: "", password: "", token: "" },
  ...{ token_url: "", client_id: "", client_secret: "", scopes: "", audience: "" },
  auth_method: "client_secret_basic",
  ...{ certificate: "", key: "" },
};

export function authDraft(auth: Auth | null): AuthDraft {
  if (auth?.type !== "oauth2_client_credentials") return { ...EMPTY_AUTH, ...auth };
  return { ...EMPTY_AUTH, ...auth, scopes: auth.scopes.join(" "), audience: auth.audience ?? "" };
}

export function authBody(draft: AuthDraft): Auth | null {
  const { type, username, password, token, certificate, key } = draft;
  switch (type) {
    case "none":
      return null;
    case "bearer":
      return { type, token };
    case "mtls":
      return { type, certificate, key };
    case "oauth2_client_credentials":
      return clientCredentials(draft);
    default:
      return { type, username, password };
  }
}

function clientCredentials(draft: AuthDraft): ClientCredentials {
  const { token_url, client_id, client_secret, scopes, audience, auth_method } = draft;
  return {
    type: "oauth2_client_credentials",
    ...{ token_url, client_id, client_secret, auth_method },
    scopes: scopes.split(/\s+/).filter((scope) => scope !== ""),
    audience: audience === "" ? null : audience,
  };
}
