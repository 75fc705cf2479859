import type { IncomingHttpHeaders } from "node:http";
import type { PersonId } from "@vedette/contract/ids.ts";
import { AppError } from "../kernel/errors.ts";
import type { Db } from "../storage/database.ts";
import { hashToken } from "./auth-adapter.ts";
import { engineHeaders } from "./engine-call.ts";
import type { Cookies, IdentityContext, Visitor } from "./identity-context.ts";
import { deleteSessionsOf, findSessionByHash } from "./queries.ts";
import { readCookie, unsign } from "./session-cookie.ts";

export type Sessions = {
  /** Who is signed in with these headers, by one query; null for nobody. */
  findSession(headers: IncomingHttpHeaders): Promise<Session | null>;
  /** The same where there must be somebody. */
  getSession(headers: IncomingHttpHeaders): Promise<Session>;
  /** Signs in a person who has proved who he is by other means. */
  startSession(visitor: Visitor, personId: PersonId): Promise<Cookies>;
  signOut(visitor: Visitor): Promise<Cookies>;
  endSessionsOf(db: Db, personId: PersonId): Promise<void>;
};

export type Session = {
  personId: PersonId;
  sessionId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
};

export function createSessions({
  database,
  clock,
  secret,
  sessionCookie,
  engine,
}: IdentityContext): Sessions {
  async function findSession(headers: IncomingHttpHeaders): Promise<Session | null> {
    const token = unsign(readCookie(headers.cookie, sessionCookie), secret);
    if (token === null) return null;
    const row = await findSessionByHash(database, {
      tokenHash: hashToken(token),
      now: new Date(clock.now()),
    });
    return (
      row && {
        personId: row.person_id,
        sessionId: row.session_id,
        email: row.email,
        name: row.name,
        emailVerified: row.email_verified,
        twoFactorEnabled: row.two_factor_enabled,
      }
    );
  }

  return {
    findSession,
    async getSession(headers) {
      const session = await findSession(headers);
      if (session) return session;
      throw new AppError("UNAUTHORIZED", "You are not signed in. Sign in first.");
    },
    async startSession(visitor, personId) {
      const { headers } = await (await engine()).api.startSession({
        body: { personId },
        headers: engineHeaders(visitor, null),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    async signOut(visitor) {
      const { headers } = await (await engine()).api.signOut({
        headers: engineHeaders(visitor, visitor.headers.cookie ?? null),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    async endSessionsOf(db, personId) {
      await deleteSessionsOf(db, personId);
    },
  };
}
