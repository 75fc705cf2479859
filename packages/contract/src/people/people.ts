import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { emailSchema } from "./members.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-length.ts";

/** What people send and get to sign up, sign in and look after their password. */

const NAME_LENGTH_MAX = 100;
const TOKEN_LENGTH_MAX = 200;

const newPassword = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `must have at least ${PASSWORD_LENGTH_MIN} characters`)
  .max(PASSWORD_LENGTH_MAX, `must have at most ${PASSWORD_LENGTH_MAX} characters`)
  .meta({ description: "Any characters" });
/** One that is to be compared only. */
const password = z.string().min(1, "is missing").max(PASSWORD_LENGTH_MAX, "is too long");
/** Without control characters: a name goes into mails. */
const name = z
  .string()
  .trim()
  .min(1, "is missing")
  .max(NAME_LENGTH_MAX, `must have at most ${NAME_LENGTH_MAX} characters`)
  .regex(/^[^\p{Cc}]*$/u, "must be one line");
const token = z.string().min(1).max(TOKEN_LENGTH_MAX);

const newPerson = { name, email: emailSchema, password: newPassword };

export const setUpBody = z
  .strictObject({ ...newPerson, token: token.meta({ description: "What follows `#` in the set-up link" }) })
  .meta({ id: "SetUp" });

export const signUpBody = z
  .strictObject({
    ...newPerson,
    invitation_token: token.nullish().meta({ description: "What follows `#` in the link of an invitation" }),
  })
  .meta({ id: "SignUp" });

export const signUpResult = z.object({
  status: z.enum(["signed_in", "verify_email"]).meta({
    description: "`verify_email`: there is an account once the link is opened that the address was mailed",
  }),
});

export const signUpVerifyBody = z
  .strictObject({
    token: token.meta({ description: "What follows `#` in the link, up to a dot" }),
    password: password.meta({ description: "The one that was chosen at the sign-up" }),
    invitation_token: token.nullish().meta({ description: "What follows the dot, where there is one" }),
  })
  .meta({ id: "SignUpVerify" });

export const signInBody = z.strictObject({ email: emailSchema, password }).meta({ id: "SignIn" });

export const signInCodeBody = z
  .strictObject({
    code: z.string().trim().min(6).max(20),
    recovery: z.boolean().default(false).meta({ description: "Whether it is one of the recovery codes" }),
  })
  .meta({ id: "SignInCode" });

export const signInResult = z.object({
  status: z
    .enum(["signed_in", "code_needed"])
    .meta({ description: "`code_needed`: go on with `POST /api/auth/sign-in/code`" }),
});

export const passwordChangeBody = z
  .strictObject({ current_password: password, new_password: newPassword })
  .meta({ id: "PasswordChange" });

export const resetMailBody = z.strictObject({ email: emailSchema }).meta({ id: "ResetMail" });

export const passwordResetBody = z
  .strictObject({ token: token.meta({ description: "What follows `#` in the link" }), password: newPassword })
  .meta({ id: "PasswordReset" });

export const ownPasswordBody = z.strictObject({ password }).meta({ id: "OwnPassword" });

export const ownProofBody = z
  .strictObject({
    password,
    code: z.string().trim().min(6).max(20).nullish().meta({
      description: "Of the authenticator app, or a recovery code; needed where an app is on",
    }),
  })
  .meta({ id: "OwnProof" });

export const appCodeBody = z.strictObject({ code: z.string().trim().length(6) }).meta({ id: "AppCode" });

const recoveryCodes = z.array(z.string()).meta({ description: "Shown this once; each is good once" });

export const newAppSchema = z
  .object({
    uri: z.string().meta({ description: "`otpauth://…`, for the authenticator app" }),
    recovery_codes: recoveryCodes,
  })
  .meta({ id: "NewAuthenticatorApp" });

export const recoveryCodesSchema = z.object({ recovery_codes: recoveryCodes }).meta({ id: "RecoveryCodes" });

export const personSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    two_factor_enabled: z.boolean(),
  })
  .meta({ id: "Person" });

/** What a page has to know before it can show anything. */
export const signInStateSchema = z
  .object({
    person: personSchema.nullable().meta({ description: "Who is signed in" }),
    sign_up: z.enum(["invite", "open"]).meta({ description: "Whether people need an invitation" }),
    oidc: z.object({ name: z.string() }).nullable().meta({ description: "Another way to sign in" }),
    mail: z.boolean().meta({ description: "Whether this server sends mails" }),
    needs_set_up: z.boolean().meta({ description: "Whether the first person is still to come" }),
  })
  .meta({ id: "SignInState" });
export type SignInState = z.output<typeof signInStateSchema>;

export const ownSessionSchema = z
  .object({
    id: z.string(),
    is_current: z.boolean().meta({ description: "Whether this request came with it" }),
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: timestamp,
    address: z.string().nullable().meta({ description: "IP address that signed in" }),
    browser: z.string().meta({ description: "In words: Firefox on Linux" }),
  })
  .meta({ id: "OwnSession" });
export type OwnSession = z.output<typeof ownSessionSchema>;

export const OWN_SESSIONS_MAX = 100;
export const ownSessionList = page(ownSessionSchema).meta({ description: `At most ${OWN_SESSIONS_MAX}` });
export const endedSessions = z.object({
  ended: z.number().int().meta({ description: "How many sessions that were" }),
});

export const redirectSchema = z.object({
  url: z.string().meta({ description: "Where the browser has to go" }),
});
export const doneSchema = z.object({ done: z.literal(true) });
