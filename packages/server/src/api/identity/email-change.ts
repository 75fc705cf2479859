import { createHash, randomBytes } from "node:crypto";
import type { PersonId } from "@vedette/contract/common/ids.ts";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { isUniqueViolation } from "../../platform/storage/database-errors.ts";
import { refusing } from "./engine-call.ts";
import type { IdentityContext } from "./identity-context.ts";
import {
  deletePendingOf,
  deletePendingSignUps,
  findPersonByEmail,
  findPersonById,
  putEmailChange,
  takeEmailChange,
  updateEmail,
} from "./queries.ts";
import type { Sessions } from "./sessions.ts";
import { hasAttemptsLeft } from "./sign-in-limits.ts";
import { assertSecondFactor, type OwnProof, signedIn, type TwoFactorContext } from "./two-factor.ts";
import type { Visitor } from "./visitor.ts";

export type ChangedEmail = { personId: PersonId; name: string; before: string; email: string };

/** Runs in the transaction of the change. */
type OnChanged = (db: Db, changed: ChangedEmail) => Promise<void>;

export type EmailChange = {
  /** Changes the address immediately, because this server cannot send a mail to the new one. */
  changeEmail(visitor: Visitor, wanted: WantedEmail, onChanged: OnChanged): Promise<void>;
  /** Returns which mail to send to the new address. The response of the request is the same in each case. */
  beginEmailChange(
    visitor: Visitor,
    wanted: WantedEmail,
  ): Promise<{ mail: "none" } | { mail: "taken" } | { mail: "link"; token: string }>;
  /** Changes the address to that of a mailed link. Throws if the link was used, replaced or has expired. */
  confirmEmailChange(token: string, onChanged: OnChanged): Promise<ChangedEmail>;
};

export type WantedEmail = { email: string; proof: OwnProof };

const TOKEN_BYTES = 32;
/** One day, because some mail servers delay a first mail for hours. */
const LINK_MS = 86_400_000;

export function createEmailChange(
  context: IdentityContext,
  { getSession }: Pick<Sessions, "getSession">,
): EmailChange {
  const ctx: TwoFactorContext = { ...context, getSession };
  const { database, clock } = context;
  return {
    changeEmail: (visitor, { email, proof }, onChanged) =>
      withProof(ctx, { visitor, email, proof }, async (db, { personId }) => {
        await onChanged(db, await applyChange(ctx, db, { personId, email, isVerified: false }));
      }),

    async beginEmailChange(visitor, { email, proof }) {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expiresAt = new Date(clock.now() + LINK_MS);
      await withProof(ctx, { visitor, email, proof }, (db, { personId }) =>
        putEmailChange(db, { personId, tokenHash: hashOf(token), email, expiresAt }),
      );
      if (!(await hasAttemptsLeft(database, clock, { kind: "sign-up email", subject: email })))
        return { mail: "none" };
      return (await findPersonByEmail(database, email)) === null
        ? { mail: "link", token }
        : { mail: "taken" };
    },

    confirmEmailChange: (token, onChanged) =>
      database.transaction(async (db) => {
        const now = new Date(clock.now());
        const wanted = await takeEmailChange(db, { tokenHash: hashOf(token), now });
        if (!wanted) {
          throw new AppError(
            "BAD_REQUEST",
            "This link has been used, replaced or has expired. Change the address on your profile page again.",
          );
        }
        const { person_id: personId, email } = wanted;
        const changed = await applyChange(ctx, db, { personId, email, isVerified: true });
        await onChanged(db, changed);
        return changed;
      }),
  };
}

/** Runs `run` in a transaction, after the password and the second factor were right. */
async function withProof<T>(
  ctx: TwoFactorContext,
  { visitor, email, proof: { password, code } }: WantedEmail & { visitor: Visitor },
  run: (db: Db, person: { personId: PersonId }) => Promise<T>,
): Promise<T> {
  const { headers } = await signedIn(ctx, visitor);
  const session = await ctx.getSession(visitor.headers);
  if (session.email === email) throw badFields([{ path: "email", message: "is your address already" }]);
  return refusing(() =>
    ctx.work.inTransaction(async (db) => {
      await (await ctx.engine()).api.verifyPassword({ body: { password }, headers });
      await assertSecondFactor({ ...ctx, db }, { headers, session, code });
      return run(db, session);
    }),
  );
}

async function applyChange(
  { clock }: Pick<IdentityContext, "clock">,
  db: Db,
  { personId, email, isVerified }: { personId: PersonId; email: string; isVerified: boolean },
): Promise<ChangedEmail> {
  const person = await findPersonById(db, personId);
  if (!person) throw new Error(`person ${personId} has a session but does not exist`);
  const now = new Date(clock.now());
  await rejectTaken(async () => {
    if ((await updateEmail(db, personId, { email, isVerified, now })) === 0) throw takenError();
  });
  // Links that were mailed to the old address.
  await deletePendingOf(db, personId);
  if (isVerified) await deletePendingSignUps(db, email);
  return { personId, name: person.name, before: person.email, email };
}

/** A concurrent change to the same address is found by the unique key. */
async function rejectTaken(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw isUniqueViolation(error) ? takenError() : error;
  }
}

function takenError(): AppError {
  return badFields([{ path: "email", message: "has an account already" }]);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
