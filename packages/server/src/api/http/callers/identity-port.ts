import type { IncomingHttpHeaders } from "node:http";
import type { PersonId } from "@vedette/contract/common/ids.ts";

/** What every request asks of sign-in; the rest of it is its own routes' affair. */
export type SessionPort = {
  /**
   * The person whose session the cookie of these headers names; null for none, an ended or an expired one.
   * Called at every request, so an ended session is invalid from then on.
   */
  findSession(headers: IncomingHttpHeaders): Promise<SessionPerson | null>;
  /** Whether a browser sent this from a page of ours. */
  isSameOrigin(headers: IncomingHttpHeaders): boolean;
};

export type SessionPerson = { sessionId: string; personId: PersonId; name: string; email: string };
