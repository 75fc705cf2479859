import { emailAddress, secret } from "../forms.ts";

/** The first account of an installation that is set up by a program. */
export const FIRST_ACCOUNT_KEYS = {
  VEDETTE_ADMIN_EMAIL: {
    meaning: "Email address of the first account, created at a start without any account",
    form: emailAddress,
    unit: null,
    default: null,
    reason: "If not set, the first start prints a link with which the first user signs up.",
  },
  VEDETTE_ADMIN_PASSWORD: {
    meaning: "Password of the first account; it has no effect once an account exists",
    form: secret,
    unit: null,
    default: null,
    reason: "Required with VEDETTE_ADMIN_EMAIL. Every account has its own password; there is no default.",
    isSecret: true,
  },
} as const;
