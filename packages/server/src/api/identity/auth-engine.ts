import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins";
import { z } from "zod";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { AmbientTransaction } from "./ambient-transaction.ts";
import { createAuthAdapter } from "./auth-adapter.ts";
import { ADDRESS_HEADER, CODE_LOCK_SECONDS, RESET_LINK_SECONDS } from "./auth-settings.ts";
import { cookiePrefix } from "./session-cookie.ts";

/**
 * The configuration of better-auth: sessions, passwords and second factors, in Vedette's tables. Its HTTP
 * handler is not served. `identity.ts` calls single functions, so no other feature of it is reachable.
 */

export type ResetMail = { email: string; name: string; token: string };

export type AuthEngineDeps = {
  work: AmbientTransaction;
  log: Logger;
  newId: () => string;
  /** Signs cookies, and encrypts the secrets of authenticator apps. */
  secret: string;
  publicUrl: string | null;
  passwords: {
    hash(password: string): Promise<string>;
    verify(wanted: { hash: string; password: string }): Promise<boolean>;
  };
  sendReset(mail: ResetMail): void;
  onReset(personId: string): Promise<void>;
};

/** Two weeks from sign-in, regardless of use: using a session writes nothing. */
const SESSION_SECONDS = 14 * 24 * 3_600;
/** How long a sign-in may wait for its second factor. */
const SECOND_STEP_SECONDS = 300;
const WRONG_CODES_MAX = 10;

export type AuthEngine = ReturnType<typeof createAuthEngine>;

export function createAuthEngine(deps: AuthEngineDeps) {
  const { prefix, isSecure } = cookiePrefix(deps.publicUrl);
  return betterAuth({
    appName: "Vedette",
    baseURL: deps.publicUrl ?? "http://localhost",
    basePath: "/api/auth",
    secret: deps.secret,
    database: createAuthAdapter(deps),
    logger: engineLogger(deps.log),
    telemetry: { enabled: false },
    // `sign-in-limits.ts` limits attempts, because better-auth counts only requests to its own handler.
    rateLimit: { enabled: false },
    user: { modelName: "person", fields: { ...TIMES, emailVerified: "email_verified" } },
    session: SESSION_SETTINGS,
    account: { modelName: "account", fields: ACCOUNT_FIELDS, accountLinking: { enabled: false } },
    verification: {
      modelName: "verification",
      fields: { ...TIMES, expiresAt: "expires_at" },
      storeIdentifier: "hashed",
      disableCleanup: true,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: deps.passwords,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        deps.sendReset({ email: user.email, name: user.name, token }),
      onPasswordReset: ({ user }) => deps.onReset(user.id),
    },
    advanced: {
      cookiePrefix: prefix,
      // The prefix that this option would set is weaker than the one in use.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
      // The whole address, which people compare with their own; the default keeps a /64.
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    },
    plugins: [
      twoFactor({
        issuer: "Vedette",
        schema: TWO_FACTOR_SCHEMA,
        twoFactorCookieMaxAge: SECOND_STEP_SECONDS,
        accountLockout: { maxFailedAttempts: WRONG_CODES_MAX, durationSeconds: CODE_LOCK_SECONDS },
      }),
      startsSessions(),
    ],
  });
}

const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;

const SESSION_SETTINGS = {
  modelName: "session",
  fields: {
    ...TIMES,
    userId: "person_id",
    token: "token_hash",
    expiresAt: "expires_at",
    ipAddress: "ip_address",
    userAgent: "user_agent",
  },
  expiresIn: SESSION_SECONDS,
  disableSessionRefresh: true,
  cookieCache: { enabled: false },
} as const;

const ACCOUNT_FIELDS = {
  ...TIMES,
  userId: "person_id",
  providerId: "provider_id",
  accountId: "account_id",
  accessToken: "access_token",
  refreshToken: "refresh_token",
  idToken: "id_token",
  accessTokenExpiresAt: "access_token_expires_at",
  refreshTokenExpiresAt: "refresh_token_expires_at",
} as const;

const TWO_FACTOR_SCHEMA = {
  user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
  twoFactor: {
    modelName: "two_factor",
    fields: {
      userId: "person_id",
      backupCodes: "backup_codes",
      failedVerificationCount: "failed_verification_count",
      lockedUntil: "locked_until",
    },
  },
} as const;

/** Signs in a user who was authenticated by other means: a setup link, an invitation or another provider. */
function startsSessions() {
  return {
    id: "vedette",
    endpoints: {
      startSession: createAuthEndpoint.serverOnly(
        { method: "POST", body: z.object({ personId: z.string() }) },
        async (ctx) => {
          const user = await ctx.context.internalAdapter.findUserById(ctx.body.personId);
          if (!user) throw new Error(`person ${ctx.body.personId} was to be signed in and is gone`);
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ token: session.token });
        },
      ),
    },
  };
}

/** Its warnings are routine (a wrong password, an unknown address), so they are logged at debug level. */
function engineLogger(log: Logger) {
  return {
    disableColors: true,
    level: "debug" as const,
    log(level: "debug" | "info" | "success" | "warn" | "error", message: string, ...facts: unknown[]) {
      if (level !== "error") return log.debug("identity.better_auth", { level, message });
      const error = facts.find((fact) => fact instanceof Error);
      log.error("identity.better_auth_failed", { message, ...(error && errorFacts(error)) });
    },
  };
}
