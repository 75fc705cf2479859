import type { IncomingHttpHeaders } from "node:http";
import type { PersonId } from "@vedette/contract/common/ids.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { createAmbientTransaction } from "./ambient-transaction.ts";
import type { AuthEngine } from "./auth-engine.ts";
import { createEmailChange, type EmailChange } from "./email-change.ts";
import type { IdentityContext, IdentityDeps } from "./identity-context.ts";
import { createKnownDevices } from "./known-device.ts";
import { Oidc } from "./oidc/oidc.ts";
import { createProviderSignIn, type ProviderSignIn } from "./oidc/provider-sign-in.ts";
import { createPasskeys, type Passkeys } from "./passkeys/passkeys.ts";
import { createPasswordHashing } from "./passwords/password-hash.ts";
import { createPasswordStrength } from "./passwords/password-strength.ts";
import { createPasswords, type Passwords } from "./passwords/passwords.ts";
import { createPendingSignUps, type PendingSignUps } from "./pending-sign-ups.ts";
import { type NewPerson, newPerson } from "./person.ts";
import { deletePendingOf, markEmailVerified, renamePerson } from "./queries.ts";
import { isSameOrigin } from "./same-origin.ts";
import { cookiePrefix } from "./session-cookie.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { assertAttemptsLeft } from "./sign-in-limits.ts";
import { createTwoFactor, type TwoFactor } from "./two-factor.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Authentication: passwords, sessions, second factors and other providers. It knows neither organizations nor
 * roles; authorization is separate.
 */
export type Identity = Sessions &
  SignIn &
  Passwords &
  TwoFactor &
  Passkeys &
  ProviderSignIn &
  PendingSignUps &
  EmailChange & {
    /**
     * Whether a browser sent this request from a page of this server. Checked before a cookie authorizes a
     * change.
     */
    isSameOrigin(headers: IncomingHttpHeaders): boolean;
    /** Hashes a new password, or throws if it is easy to guess. */
    hashPassword(password: string, owner: { name: string; email: string }): Promise<string>;
    /** Creates a user in the transaction of `db`; throws if the address is taken. */
    createPerson(db: Db, person: NewPerson): Promise<PersonId>;
    /** Changes the name of a user in the transaction of `db`. */
    renamePerson(db: Db, personId: PersonId, name: string): Promise<void>;
    /** Counts a sign-up attempt from the visitor's address. */
    assertMaySignUp(visitor: Visitor): Promise<void>;
    /** Sign-in with the provider of the configuration; null if there is none. */
    oidc: Oidc | null;
  };

export function createIdentity(deps: IdentityDeps): Identity {
  const { database, clock, log, secret, publicUrl, passwords = createPasswordHashing() } = deps;
  const work = createAmbientTransaction(database);
  let engine: Promise<AuthEngine> | undefined;

  async function loadEngine(): Promise<AuthEngine> {
    const { createAuthEngine } = await import("./auth-engine.ts");
    return createAuthEngine({
      work,
      log,
      secret,
      publicUrl,
      passwords,
      newId: () => newId(clock.now()),
      sendReset: (mail) => deps.sendReset?.(mail),
      async onReset(personId) {
        await markEmailVerified(work.db(), personId);
        await deletePendingOf(work.db(), personId);
      },
    });
  }

  const context: IdentityContext = {
    ...deps,
    passwords,
    work,
    devices: createKnownDevices(deps),
    strength: createPasswordStrength(),
    sessionCookie: `${cookiePrefix(publicUrl).prefix}.session_token`,
    engine: () => {
      engine ??= loadEngine();
      return engine;
    },
  };
  const sessions = createSessions(context);
  return {
    ...sessions,
    ...createSignIn(context),
    ...createPasswords(context, sessions),
    ...createTwoFactor(context, sessions),
    ...createPasskeys(context, sessions),
    ...createProviderSignIn(context, sessions),
    ...createPendingSignUps(context),
    ...createEmailChange(context, sessions),
    isSameOrigin: (headers) => isSameOrigin(headers, publicUrl),
    async hashPassword(password, { name, email }) {
      await context.strength.assertStrong(password, { path: "password", words: [name, email] });
      return passwords.hash(password);
    },
    createPerson: (db, person) => newPerson(db, { person, nowMs: clock.now() }),
    async renamePerson(db, personId, name) {
      await renamePerson(db, personId, { name, now: new Date(clock.now()) });
    },
    assertMaySignUp: ({ address }) =>
      assertAttemptsLeft(database, clock, { kind: "sign-up address", subject: address }),
    oidc: deps.oidc && new Oidc(context, { provider: deps.oidc, sessions }),
  };
}
