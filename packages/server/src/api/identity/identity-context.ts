import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { AmbientTransaction } from "./ambient-transaction.ts";
import type { AuthEngine, ResetMail } from "./auth-engine.ts";
import type { KnownDevices } from "./known-device.ts";
import type { OidcClient } from "./oidc/oidc-client.ts";
import type { PasswordHashing } from "./passwords/password-hash.ts";
import type { PasswordStrength } from "./passwords/password-strength.ts";

/** Dependencies that the parts of `identity.ts` share. */

export type IdentityDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Signs cookies and encrypts the secrets of authenticator apps. */
  secret: string;
  /** The configured provider; null if not set. */
  publicUrl: string | null;
  /** Sends asynchronously. Null if no mail can be sent. */
  sendReset: ((mail: ResetMail) => void) | null;
  oidc: OidcProvider | null;
  /** Optional; the default is the best hash that this version of Node supports. */
  passwords?: PasswordHashing;
};

export type OidcProvider = OidcClient & {
  /** Whether a new user with this address, verified by the provider, can sign up. */
  maySignUp(email: string): Promise<boolean>;
};

export type IdentityContext = IdentityDeps & {
  passwords: PasswordHashing;
  work: AmbientTransaction;
  devices: KnownDevices;
  strength: PasswordStrength;
  /** Loaded at the first sign-in, because it takes a fifth of the process's memory. */
  engine: () => Promise<AuthEngine>;
  /** The cookie's name. */
  sessionCookie: string;
};

/** `Set-Cookie` headers of the response. */
export type ResponseCookies = readonly string[];
