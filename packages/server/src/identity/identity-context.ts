import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { FetchJson } from "../net/fetch-json.ts";
import type { Database } from "../storage/database.ts";
import type { AuthEngine, ResetMail } from "./auth-engine.ts";
import type { KnownDevices } from "./known-device.ts";
import type { PasswordHashing } from "./password-hash.ts";
import type { PasswordStrength } from "./password-strength.ts";
import type { Work } from "./work.ts";

/** What the parts of `identity.ts` share. */

export type IdentityDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Signs cookies and encrypts the secrets of authenticator apps. */
  secret: string;
  /** Of the configuration; null where nobody has set it. */
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
  /** Whether somebody with this address, which the provider vouches for, may come anew. */
  maySignUp(email: string): Promise<boolean>;
};

export type IdentityContext = IdentityDeps & {
  passwords: PasswordHashing;
  work: Work;
  devices: KnownDevices;
  strength: PasswordStrength;
  /** Loaded when somebody first signs in: it is a fifth of the process's memory. */
  engine: () => Promise<AuthEngine>;
  /** Its name. */
  sessionCookie: string;
};

/** A browser: what it sent, and the address that the server has seen. */
export type Visitor = { headers: IncomingHttpHeaders; address: string };

/** `Set-Cookie` headers to answer with. */
export type Cookies = readonly string[];
