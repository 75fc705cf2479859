import type { IncomingHttpHeaders } from "node:http";
import { type PersonId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { OWN_SESSIONS_MAX } from "@vedette/contract/people/people.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { hashToken } from "./auth-adapter.ts";
import { engineHeaders } from "./engine-call.ts";
import type { IdentityContext, ResponseCookies } from "./identity-context.ts";
import {
  deleteOtherSessionsOf,
  deleteSessionOf,
  deleteSessionsOf,
  findSessionByHash,
  listSessionsOf,
  type OwnSessionRow,
  touchSession,
} from "./queries.ts";
import { readCookie, unsign } from "./session-cookie.ts";
import type { Visitor } from "./visitor.ts";

export type Sessions = {
  /** Returns the signed-in user of these headers with one query, or null. */
  findSession(headers: IncomingHttpHeaders): Promise<Session | null>;
  /** Does the same, but throws if no user is signed in. */
  getSession(headers: IncomingHttpHeaders): Promise<Session>;
  /** Signs in a user who was authenticated by other means. */
  startSession(visitor: Visitor, personId: PersonId, mark?: MarkSession): Promise<ResponseCookies>;
  signOut(visitor: Visitor): Promise<ResponseCookies>;
  endSessionsOf(db: Db, personId: PersonId): Promise<void>;
  /** Returns the valid sessions of a user, the most recently used first. */
  listSessions(db: Db, personId: PersonId): Promise<OwnSessionRow[]>;
  /** Ends a session; false if it is not a session of this user. */
  endSession(db: Db, session: { personId: PersonId; id: string }): Promise<boolean>;
  /** Ends all sessions of the user except this one, and returns their number. */
  endOtherSessions(db: Db, kept: { personId: PersonId; sessionId: string }): Promise<number>;
};

/** Records how the session was started, in the transaction that the caller has opened. */
type MarkSession = (tokenHash: string) => Promise<unknown>;

export type Session = {
  personId: PersonId;
  sessionId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
};

/** Precision of a session's time of last use: at most one write in this time. */
const SEEN_EVERY_MS = 300_000;

export function createSessions({
  database,
  clock,
  secret,
  sessionCookie,
  engine,
  devices,
}: IdentityContext): Sessions {
  async function findSession(headers: IncomingHttpHeaders): Promise<Session | null> {
    const token = unsign(readCookie(headers.cookie, sessionCookie), secret);
    if (token === null) return null;
    const nowMs = clock.now();
    const now = new Date(nowMs);
    const row = await findSessionByHash(database, { tokenHash: hashToken(token), now });
    const before = new Date(nowMs - SEEN_EVERY_MS);
    if (row && row.last_seen_at <= before) await touchSession(database, { id: row.session_id, now, before });
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
    async startSession(visitor, personId, mark) {
      const { headers, response } = await (await engine()).api.startSession({
        body: { personId },
        headers: engineHeaders(visitor, null),
        returnHeaders: true,
      });
      await mark?.(hashToken(response.token));
      return [...headers.getSetCookie(), devices.remember(personId)];
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
    listSessions: (db, personId) =>
      listSessionsOf(db, personId, { now: new Date(clock.now()), limit: OWN_SESSIONS_MAX }),
    endSession: async (db, { personId, id }) =>
      UUID_PATTERN.test(id) && (await deleteSessionOf(db, personId, id)) === 1,
    endOtherSessions: (db, { personId, sessionId }) => deleteOtherSessionsOf(db, personId, sessionId),
  };
}
