import { recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteTwoFactor, findPersonByEmail } from "../../identity/queries.ts";
import { listMembershipsOf } from "../members/queries.ts";

/**
 * Removes the authenticator app of a user who has lost it and the recovery codes, on behalf of the operator. The password
 * stays, so the operator must have verified who asks. Their sessions go on, and each of their organizations records it.
 */
export async function removeTwoFactorByOperator(db: Db, email: string, clock: Clock): Promise<void> {
  const person = await findPersonByEmail(db, email.trim().toLowerCase());
  if (!person) throw new AppError("NOT_FOUND", `No user has the address ${email}.`);
  if ((await deleteTwoFactor(db, person.id)) === 0)
    throw new AppError("BAD_REQUEST", `${email} has no authenticator app.`);
  for (const { id, org_id: orgId } of await listMembershipsOf(db, person.id)) {
    await recordWrite(db, {
      ...{ orgId, nowMs: clock.now(), action: "member.remove_two_factor", target: { type: "member", id } },
      actor: { kind: "system", id: null, name: "command line" },
    });
  }
}
