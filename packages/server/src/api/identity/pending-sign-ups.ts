import { createHash, randomBytes } from "node:crypto";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { IdentityContext } from "./identity-context.ts";
import {
  deletePendingSignUps,
  findPendingSignUp,
  findPersonByEmail,
  insertPendingSignUp,
  type PendingSignUpRow,
} from "./queries.ts";
import { assertAttemptsLeft, hasAttemptsLeft } from "./sign-in-limits.ts";

/**
 * Sign-ups that wait for confirmation by the mailed link. They are not users yet: they reserve no address,
 * and a sign-in with another provider never matches them.
 */
export type PendingSignUps = {
  /** Returns which mail to send to the address. The response of the request is the same in each case. */
  beginSignUp(
    person: NewSignUp,
  ): Promise<{ mail: "none" } | { mail: "known" } | { mail: "link"; token: string }>;
  /** Returns the sign-up, given both the link's token and the password chosen then. */
  openSignUp(proof: { token: string; password: string }): Promise<PendingSignUpRow>;
  /** Consumes the link, in the transaction that creates the user; false if it was used in the meantime. */
  endSignUps(db: Db, email: string): Promise<boolean>;
};

export type NewSignUp = { name: string; email: string; passwordHash: string };

const TOKEN_BYTES = 32;
/** One day, because some mail servers delay a first mail for hours. */
const LINK_MS = 86_400_000;

export function createPendingSignUps({ database, clock, passwords }: IdentityContext): PendingSignUps {
  return {
    async beginSignUp({ name, email, passwordHash }) {
      const limit = { kind: "sign-up email", subject: email } as const;
      if (!(await hasAttemptsLeft(database, clock, limit))) return { mail: "none" };
      if ((await findPersonByEmail(database, email)) !== null) return { mail: "known" };
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expiresAt = new Date(clock.now() + LINK_MS);
      await insertPendingSignUp(database, { tokenHash: hashOf(token), name, email, passwordHash, expiresAt });
      return { mail: "link", token };
    },

    async openSignUp({ token, password }) {
      await assertAttemptsLeft(database, clock, { kind: "sign-up token", subject: token });
      const now = new Date(clock.now());
      const pending = await findPendingSignUp(database, { tokenHash: hashOf(token), now });
      if (pending === null) throw isLinkExpired();
      // Otherwise the owner of an address could complete an attacker's sign-up, with the attacker's password.
      if (await passwords.verify({ hash: pending.password, password })) return pending;
      throw badFields([{ path: "password", message: "is not the one that was chosen at the sign-up" }]);
    },

    endSignUps: async (db, email) => (await deletePendingSignUps(db, email)) > 0,
  };
}

export function isLinkExpired(): AppError {
  return new AppError("BAD_REQUEST", "This link has been used or has expired. Sign up again.");
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
