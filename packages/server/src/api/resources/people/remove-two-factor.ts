import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteTwoFactor, findPersonByEmail } from "../../identity/queries.ts";
import { auditOfMemberByOperator } from "../members/service.ts";

/**
 * Removes the authenticator app of a user who has lost it and the recovery codes, on behalf of the operator. The password
 * stays, so the operator must have verified who asks. Their sessions go on, and each of their organizations records it.
 */
export async function removeTwoFactorByOperator(db: Db, email: string, clock: Clock): Promise<void> {
  const person = await findPersonByEmail(db, email.trim().toLowerCase());
  if (!person) throw new AppError("NOT_FOUND", `No user has the address ${email}.`);
  if ((await deleteTwoFactor(db, person.id)) === 0)
    throw new AppError("BAD_REQUEST", `${email} has no authenticator app.`);
  await auditOfMemberByOperator({ db, clock }, person.id, "member.remove_two_factor");
}
