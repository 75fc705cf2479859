import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { FetchJson } from "../../platform/net/fetch-json.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { AmbientTransaction } from "./ambient-transaction.ts";
import type { AuthEngine, ResetMail } from "./auth-engine.ts";
import type { KnownDevices } from "./known-device.ts";
import type { PasswordHashing } from "./passwords/password-hash.ts";
import type { PasswordStrength } from "./passwords/password-strength.ts";

/** What the parts of `identity.ts` share. */

export type IdentityDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Signs cookies and encrypts the secrets of authenticator apps. */
  secret: string;
  /** From the configuration; null if not set. */
  publicUrl: string | null;
  /** Sends in its own time. Null where no mail can be sent. */
  sendReset: ((mail: ResetMail) => void) | null;
  oidc: OidcProvider | null;
  /** Left out, the best that this Node has. */
  passwords?: PasswordHashing;
};

export type OidcProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says, as in "Sign in with …". */
  name: string;
  /** Where people are sent back to; under this address they use Vedette. */
  baseUrl: string;
  fetch: FetchJson;
  /** Whether a new user with this address, verified by the provider, can sign up. */
  maySignUp(email: string): Promise<boolean>;
};

export type IdentityContext = IdentityDeps & {
  passwords: PasswordHashing;
  work: AmbientTransaction;
  devices: KnownDevices;
  strength: PasswordStrength;
  /** Loaded at the first sign-in, because it is a fifth of the process's memory. */
  engine: () => Promise<AuthEngine>;
  /** Its name. */
  sessionCookie: string;
};

/** `Set-Cookie` headers to answer with. */
export type ResponseCookies = readonly string[];
