import type { ConfigKey } from "../config-key.ts";
import { httpUrl, secret, singleLineText } from "../forms.ts";

/** Settings of the OpenID Connect provider of the installation. */
export const OIDC_KEYS = {
  VEDETTE_OIDC_ISSUER: {
    meaning: "URL of the OpenID Connect provider for sign-in",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "If not set, users sign in with email and password.",
  },
  VEDETTE_OIDC_CLIENT_ID: {
    meaning:
      "OpenID Connect client ID of this server; the redirect URI is VEDETTE_PUBLIC_URL/api/auth/oidc/callback",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Assigned by the provider.",
  },
  VEDETTE_OIDC_CLIENT_SECRET: {
    meaning: "OpenID Connect client secret",
    form: secret,
    unit: null,
    default: null,
    reason: "Assigned by the provider.",
    isSecret: true,
  },
  VEDETTE_OIDC_NAME: {
    meaning: "Name of the provider on the sign-in page, as in 'Sign in with Acme'",
    form: singleLineText,
    unit: null,
    default: "single sign-on",
    reason: "Applies to every provider.",
  },
} as const satisfies Record<string, ConfigKey>;
