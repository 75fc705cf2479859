import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { OwnSession } from "@vedette/contract/people/people.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { describeUserAgent } from "../../../platform/kernel/describe-user-agent.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { Identity } from "../../identity/identity.ts";
import { organizationIdsOf } from "../members/service.ts";

/** The sessions of a person. A session of another person is reported as not found. */

export type OwnSessionContext = {
  /** The transaction of the write. */
  db: Db;
  identity: Identity;
  clock: Clock;
  person: { personId: PersonId; sessionId: string; name: string };
  requestId: string;
  ip: string;
};

export async function listOwnSessions({
  db,
  identity,
  person: { personId, sessionId },
}: Pick<OwnSessionContext, "db" | "identity" | "person">): Promise<OwnSession[]> {
  const rows = await identity.listSessions(db, personId);
  return rows.map((row) => ({
    id: row.id,
    is_current: row.id === sessionId,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    address: row.ip_address && shortAddress(row.ip_address),
    browser: describeUserAgent(row.user_agent),
  }));
}

/** better-auth stores IPv6 addresses with all zeros. */
function shortAddress(address: string): string {
  const url = `http://[${address}]`;
  return address.includes(":") && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}

export async function endOwnSession(ctx: OwnSessionContext, id: string): Promise<void> {
  const { db, identity, person } = ctx;
  if (!(await identity.endSession(db, { personId: person.personId, id }))) throw notFound("session");
  await auditInOrganizations(ctx, { action: "session.end", id, ended: 1 });
}

/** Returns the number of ended sessions. */
export async function endOtherSessions(ctx: OwnSessionContext): Promise<number> {
  const { db, identity, person } = ctx;
  const { personId, sessionId } = person;
  const ended = await identity.endOtherSessions(db, { personId, sessionId });
  if (ended > 0) await auditInOrganizations(ctx, { action: "session.end_others", id: sessionId, ended });
  return ended;
}

type Ended = { action: "session.end" | "session.end_others"; id: string; ended: number };

/**
 * Records the change in the audit log of each of the person's organizations, because a session is valid in
 * all of them. The order by id prevents deadlocks between concurrent requests.
 */
async function auditInOrganizations(ctx: OwnSessionContext, { action, id, ended }: Ended): Promise<void> {
  const { db, clock, person, requestId, ip } = ctx;
  for (const orgId of await organizationIdsOf(db, person.personId)) {
    await recordWrite(db, {
      orgId,
      nowMs: clock.now(),
      actor: { kind: "member", id: person.personId, name: person.name },
      action,
      target: { type: "session", id },
      after: { ended },
      requestId,
      ip,
    });
  }
}
