import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { AuditTarget } from "@vedette/contract/people/audit-actions.ts";
import { actorId, type RecordedWrite, recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { listMemberships } from "./queries.ts";

/**
 * Records denied attempts in the audit log of the organization of the caller or member. Of equal attempts
 * within an hour, only the 1st, 10th, 100th, … are recorded, with their number. The number of such entries
 * per organization and hour is limited, so that attempts cannot fill the log.
 */

const WINDOW_MS = 3_600_000;
const ENTRIES_PER_ORGANIZATION_MAX = 100;

export type Denial = { actor: Actor; route: string; requestId: string; ip: string; nowMs: number };

/** Records a request that an authenticated caller is not allowed to make. */
export async function recordDenial(database: Database, { actor, route, ...origin }: Denial): Promise<void> {
  const id = actorId(actor);
  const attempts = await countAttempt(database, `denied ${actor.orgId} ${id} ${route}`, origin.nowMs);
  if (attempts === null) return;
  const { kind, name } = actor;
  const target: AuditTarget =
    actor.kind === "key" ? { type: "api_key", id: actor.keyId } : { type: "member", id: actor.membershipId };
  const grant = actor.kind === "key" ? { scope: actor.scope } : { role: actor.role };
  await database.transaction((db) =>
    recordWithinLimit(db, {
      ...origin,
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
  /** The step that failed. */
  step: "password" | "code" | "passkey";
  requestId: string;
  ip: string;
  nowMs: number;
};

/** Records a failed sign-in in each organization that the person is a member of. */
export async function recordFailedSignIn(
  database: Database,
  { personId, step, ...origin }: FailedSignIn,
): Promise<void> {
  const attempts = await countAttempt(database, `failed sign-in of ${personId} ${step}`, origin.nowMs);
  if (attempts === null) return;
  for (const { id, org_id: orgId, email } of await listMemberships(database, personId)) {
    await database.transaction((db) =>
      recordWithinLimit(db, {
        ...origin,
        orgId,
        actor: { kind: "system", id: null, name: "sign-in" },
        action: "sign_in.failed",
        target: { type: "member", id },
        after: { email, step, attempts },
      }),
    );
  }
}

/** Returns the number of the attempt within the hour; null if this attempt is not recorded. */
async function countAttempt(db: Db, subject: string, nowMs: number): Promise<number | null> {
  const { actions } = await countAction(db, { subject, windowMs: WINDOW_MS, nowMs });
  return Number.isInteger(Math.log10(actions)) ? actions : null;
}

async function recordWithinLimit(db: Db, write: RecordedWrite): Promise<void> {
  const subject = `entries of denials of ${write.orgId}`;
  const { actions } = await countAction(db, { subject, windowMs: WINDOW_MS, nowMs: write.nowMs });
  if (actions <= ENTRIES_PER_ORGANIZATION_MAX) await recordWrite(db, write);
}
