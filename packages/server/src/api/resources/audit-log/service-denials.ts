import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { AuditTarget } from "@vedette/contract/people/audit-actions.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import type { Actor } from "../../routing/actor.ts";
import { listMembershipsOf } from "./queries.ts";
import { actorId, type RecordedWrite, recordWrite } from "./service.ts";

/**
 * Attempts that were denied, in the audit log of the organization whose caller or member it was. Of equal attempts within
 * an hour the 1st, 10th, 100th … has an entry that says which it was, and an organization has a limited number of such
 * entries an hour, so that its log cannot be filled.
 */

const WINDOW_MS = 3_600_000;
const ENTRIES_PER_ORGANIZATION_MAX = 100;

export type Denial = { actor: Actor; route: string; requestId: string; ip: string; nowMs: number };

/** A request that an authenticated caller may not make. */
export async function recordDenial(database: Database, { actor, route, ...came }: Denial): Promise<void> {
  const id = actorId(actor);
  const attempts = await countAttempt(database, `denied ${actor.orgId} ${id} ${route}`, came.nowMs);
  if (attempts === null) return;
  const { kind, name } = actor;
  const target: AuditTarget =
    actor.kind === "key" ? { type: "api_key", id: actor.keyId } : { type: "member", id: actor.membershipId };
  const grant = actor.kind === "key" ? { scope: actor.scope } : { role: actor.role };
  await database.transaction((db) =>
    recordWithin(db, {
      ...came,
      orgId: actor.orgId,
      actor: { kind, name, id },
      action: "access.denied",
      target,
      after: { route, ...grant, attempts },
    }),
  );
}

export type FailedSignIn = {
  personId: PersonId;
  /** What was wrong. */
  step: "password" | "code";
  requestId: string;
  ip: string;
  nowMs: number;
};

/** A sign-in of an account that failed, in each organization that the person is a member of. */
export async function recordFailedSignIn(
  database: Database,
  { personId, step, ...came }: FailedSignIn,
): Promise<void> {
  const attempts = await countAttempt(database, `failed sign-in of ${personId} ${step}`, came.nowMs);
  if (attempts === null) return;
  for (const { id, org_id: orgId, email } of await listMembershipsOf(database, personId)) {
    await database.transaction((db) =>
      recordWithin(db, {
        ...came,
        orgId,
        actor: { kind: "system", id: null, name: "sign-in" },
        action: "sign_in.failed",
        target: { type: "member", id },
        after: { email, step, attempts },
      }),
    );
  }
}

/** Which attempt of the hour it was; null for one that has no entry. */
async function countAttempt(db: Db, subject: string, nowMs: number): Promise<number | null> {
  const { actions } = await countAction(db, { subject, windowMs: WINDOW_MS, nowMs });
  return Number.isInteger(Math.log10(actions)) ? actions : null;
}

async function recordWithin(db: Db, write: RecordedWrite): Promise<void> {
  const subject = `entries of denials of ${write.orgId}`;
  const { actions } = await countAction(db, { subject, windowMs: WINDOW_MS, nowMs: write.nowMs });
  if (actions <= ENTRIES_PER_ORGANIZATION_MAX) await recordWrite(db, write);
}
