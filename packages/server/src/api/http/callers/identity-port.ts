import type { IncomingHttpHeaders } from "node:http";
import type { PersonId } from "@vedette/contract/common/ids.ts";

/** The part of authentication that every request needs. */
export type SessionPort = {
  /**
   * Returns the user of the session cookie in these headers, or null for a missing, revoked or expired
   * session. Called on every request, so a revoked session is invalid at once.
   */
  findSession(headers: IncomingHttpHeaders): Promise<SessionPerson | null>;
  /** Whether a browser sent this request from a page of this server. */
  isSameOrigin(headers: IncomingHttpHeaders): boolean;
};

export type SessionPerson = { sessionId: string; personId: PersonId; name: string; email: string };
