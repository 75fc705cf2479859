import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { emailSchema } from "./members.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-length.ts";
import { twoFactorCode } from "./two-factor-code.ts";

/** Request and response bodies for sign-up, sign-in and password management. */

const NAME_LENGTH_MAX = 100;
const TOKEN_LENGTH_MAX = 200;

const newPassword = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `must have at least ${PASSWORD_LENGTH_MIN} characters`)
  .max(PASSWORD_LENGTH_MAX, `must have at most ${PASSWORD_LENGTH_MAX} characters`)
  .meta({ description: "Any characters" });
/** An existing password, which is only compared. */
const password = z.string().min(1, "is required").max(PASSWORD_LENGTH_MAX, "is too long");
/** Without control characters, because the name is used in emails. */
const name = z
  .string()
  .trim()
  .min(1, "is required")
  .max(NAME_LENGTH_MAX, `must have at most ${NAME_LENGTH_MAX} characters`)
  .regex(/^[^\p{Cc}]*$/u, "must be a single line");
const token = z.string().min(1).max(TOKEN_LENGTH_MAX);

const newPerson = { name, email: emailSchema, password: newPassword };

export const setUpBody = z
  .strictObject({ ...newPerson, token: token.meta({ description: "The part of the setup link after `#`" }) })
  .meta({ id: "SetUp" });

export const signUpBody = z
  .strictObject({
    ...newPerson,
    invitation_token: token.nullish().meta({ description: "The part of the invitation link after `#`" }),
  })
  .meta({ id: "SignUp" });

export const signUpResult = z.object({
  status: z.enum(["signed_in", "verify_email"]).meta({
    description: "`verify_email`: the account is created when the link in the verification email is opened",
  }),
});
export type SignUpResult = z.output<typeof signUpResult>;

export const signUpVerifyBody = z
  .strictObject({
    token: token.meta({ description: "The part of the link after `#`, up to the first dot" }),
    password: password.meta({ description: "The password chosen at sign-up" }),
    invitation_token: token.nullish().meta({ description: "The part after the dot, if there is one" }),
  })
  .meta({ id: "SignUpVerify" });

export const signInBody = z.strictObject({ email: emailSchema, password }).meta({ id: "SignIn" });

export const signInCodeBody = z
  .strictObject({
    code: twoFactorCode,
    recovery: z.boolean().default(false).meta({ description: "Whether the code is a recovery code" }),
  })
  .meta({ id: "SignInCode" });

export const signInResult = z.object({
  status: z
    .enum(["signed_in", "code_needed"])
    .meta({ description: "`code_needed`: continue with `POST /api/auth/sign-in/code`" }),
});
export type SignInResult = z.output<typeof signInResult>;

export const profileBody = z.strictObject({ name }).meta({ id: "ProfileUpdate" });

export const emailChangeBody = z
  .strictObject({
    email: emailSchema,
    password,
    code: twoFactorCode.nullish().meta({
      description:
        "Code of the authenticator app, or a recovery code; required if two-factor authentication is on",
    }),
  })
  .meta({ id: "EmailChange" });

export const emailChangeResult = z.object({
  status: z.enum(["changed", "confirm_email"]).meta({
    description: "`confirm_email`: the address changes when the link in the mail to it is opened",
  }),
});
export type EmailChangeResult = z.output<typeof emailChangeResult>;

export const emailConfirmBody = z
  .strictObject({ token: token.meta({ description: "The part of the link after `#`" }) })
  .meta({ id: "EmailConfirm" });

export const passwordChangeBody = z
  .strictObject({ current_password: password, new_password: newPassword })
  .meta({ id: "PasswordChange" });

export const resetMailBody = z.strictObject({ email: emailSchema }).meta({ id: "ResetMail" });

export const passwordResetBody = z
  .strictObject({
    token: token.meta({ description: "The part of the link after `#`" }),
    password: newPassword,
  })
  .meta({ id: "PasswordReset" });

export const ownPasswordBody = z.strictObject({ password }).meta({ id: "OwnPassword" });

export const ownProofBody = z
  .strictObject({
    password,
    code: twoFactorCode.nullish().meta({
      description:
        "Code of the authenticator app, or a recovery code; required if two-factor authentication is on",
    }),
  })
  .meta({ id: "OwnProof" });

export const appCodeBody = z
  .strictObject({ code: twoFactorCode.length(6, "must have six digits") })
  .meta({ id: "AppCode" });

const recoveryCodes = z
  .array(z.string())
  .meta({ description: "Shown only once; each code can be used once" });

export const newAppSchema = z
  .object({
    uri: z.string().meta({ description: "`otpauth://…`, for the authenticator app" }),
    recovery_codes: recoveryCodes,
  })
  .meta({ id: "NewAuthenticatorApp" });
export type NewAuthenticatorApp = z.output<typeof newAppSchema>;

export const recoveryCodesSchema = z.object({ recovery_codes: recoveryCodes }).meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;

export const personSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    two_factor_enabled: z.boolean(),
  })
  .meta({ id: "Person" });

/** The state that the dashboard loads before it renders any page. */
export const signInStateSchema = z
  .object({
    person: personSchema.nullable().meta({ description: "The signed-in user" }),
    sign_up: z.enum(["invite", "open"]).meta({ description: "Whether sign-up requires an invitation" }),
    oidc: z
      .object({ name: z.string() })
      .nullable()
      .meta({ description: "OpenID Connect provider, if configured" }),
    single_sign_on: z.boolean().meta({
      description:
        "Whether organizations have identity providers; with a session, whether one is responsible for the user's address",
    }),
    pending_provider: z.string().nullable().meta({
      description:
        "Name of the provider of a sign-in that this browser has started and not finished, for messages about it",
    }),
    passkeys: z
      .boolean()
      .meta({ description: "Whether the address of this server admits passkeys: a host name, and https" }),
    mail: z.boolean().meta({ description: "Whether this server sends email" }),
    offers_plans: z.boolean().meta({
      description: "Whether the operator offers plans: a plans file or a payment service is configured",
    }),
    has_restricted_organizations: z.boolean().meta({
      description:
        "Whether the session may not use one of the user's organizations, because it requires single sign-on or a second " +
        "factor: `lacks_sso` and `lacks_two_factor` of `GET /api/v1/user/organizations`. False without a session",
    }),
    needs_set_up: z.boolean().meta({ description: "Whether the first account still has to be created" }),
  })
  .meta({ id: "SignInState" });
export type SignInState = z.output<typeof signInStateSchema>;

export const ownSessionSchema = z
  .object({
    id: z.string(),
    is_current: z.boolean().meta({ description: "Whether this is the session of the request" }),
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: timestamp,
    address: z.string().nullable().meta({ description: "IP address that signed in" }),
    browser: z.string().meta({ description: "Browser and system, such as Firefox on Linux" }),
  })
  .meta({ id: "OwnSession" });
export type OwnSession = z.output<typeof ownSessionSchema>;

export const OWN_SESSIONS_MAX = 100;
export const ownSessionList = page(ownSessionSchema).meta({ description: `At most ${OWN_SESSIONS_MAX}` });
export const endedSessions = z.object({
  ended: z.number().int().meta({ description: "Number of sessions that were ended" }),
});
export type EndedSessions = z.output<typeof endedSessions>;

export const redirectSchema = z.object({
  url: z.string().meta({ description: "URL to redirect the browser to" }),
});
export type Redirect = z.output<typeof redirectSchema>;
export const doneSchema = z.object({ done: z.literal(true) });
export type Done = z.output<typeof doneSchema>;
