import { type PersonId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  Passkey,
  PasskeyCreate,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
  PasskeySignIn,
} from "@vedette/contract/people/passkeys.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { IdentityContext, ResponseCookies } from "../identity-context.ts";
import type { Sessions } from "../sessions.ts";
import type { TwoFactorContext } from "../two-factor.ts";
import type { Visitor } from "../visitor.ts";
import {
  deletePasskeyOf,
  deleteSessionsByPasskey,
  findPasskeyByCredential,
  findSessionStart,
  hasOtherMethod,
  listPasskeysOf,
  lockPerson,
  type PasskeyRow,
  renamePasskeyOf,
} from "./queries.ts";
import { beginRegistration, finishRegistration } from "./register-passkey.ts";
import { admitsPasskeys } from "./relying-party.ts";
import { beginPasskeySignIn, signInByPasskey } from "./sign-in-by-passkey.ts";

/** Runs in the transaction of the change. */
type OnPasskeyChanged = (db: Db, passkey: Passkey) => Promise<void>;
type PasskeyOwner = { personId: PersonId; sessionId: string };

/** Passkeys of people, and sign-in by them. */
export type Passkeys = {
  /** Whether passkeys can work at the address of this server. */
  admitsPasskeys(visitor: Visitor): boolean;
  /** The newest first. */
  listPasskeys(db: Db, owner: PasskeyOwner): Promise<Passkey[]>;
  beginPasskey(
    visitor: Visitor,
    proof: PasskeyProof,
  ): Promise<{ options: PasskeyCreation; cookies: ResponseCookies }>;
  createPasskey(
    visitor: Visitor,
    input: PasskeyCreate,
    onCreated: OnPasskeyChanged,
  ): Promise<{ passkey: Passkey; cookies: ResponseCookies }>;
  /** Returns the passkey before and after the change. */
  renamePasskey(
    db: Db,
    owner: PasskeyOwner,
    wanted: { id: string; name: string },
  ): Promise<{ before: Passkey; after: Passkey }>;
  /** Removes a passkey and ends the other sessions that it started. Throws if no way to sign in would remain. */
  removePasskey(db: Db, owner: PasskeyOwner, id: string): Promise<Passkey>;
  beginPasskeySignIn(visitor: Visitor): { options: PasskeyRequest; cookies: ResponseCookies };
  signInByPasskey(visitor: Visitor, input: PasskeySignIn): Promise<ResponseCookies>;
  /** Returns the owner of a credential, for the audit log. */
  findPasskeyOwner(credentialId: string): Promise<PersonId | null>;
};

export function createPasskeys(
  context: IdentityContext,
  { getSession, startSession }: Pick<Sessions, "getSession" | "startSession">,
): Passkeys {
  const ctx: TwoFactorContext = { ...context, getSession };
  const signInContext = { ...context, startSession };
  return {
    admitsPasskeys: (visitor) => admitsPasskeys(visitor, context.publicUrl),
    async listPasskeys(db, owner) {
      const start = await findSessionStart(db, owner.sessionId);
      return (await listPasskeysOf(db, owner.personId)).map((row) =>
        toPasskey(row, start?.passkey_id ?? null),
      );
    },
    beginPasskey: (visitor, proof) => beginRegistration(ctx, visitor, proof),
    async createPasskey(visitor, input, onCreated) {
      const { passkey, cookies } = await finishRegistration(ctx, visitor, {
        input,
        onCreated: (db, row) => onCreated(db, toPasskey(row, null)),
      });
      return { passkey: toPasskey(passkey, null), cookies };
    },
    renamePasskey,
    removePasskey,
    beginPasskeySignIn: (visitor) => beginPasskeySignIn(signInContext, visitor),
    signInByPasskey: (visitor, input) => signInByPasskey(signInContext, visitor, input),
    findPasskeyOwner: async (credentialId) =>
      (await findPasskeyByCredential(context.database, credentialId))?.person_id ?? null,
  };
}

async function renamePasskey(
  db: Db,
  { personId, sessionId }: PasskeyOwner,
  { id, name }: { id: string; name: string },
): Promise<{ before: Passkey; after: Passkey }> {
  await lockPerson(db, personId);
  const { row: before, usedNow } = await getOwn(db, { personId, sessionId, id });
  const after = await renamePasskeyOf(db, personId, { id, name });
  if (after === null) throw notFound("passkey");
  return { before: toPasskey(before, usedNow), after: toPasskey(after, usedNow) };
}

async function removePasskey(db: Db, { personId, sessionId }: PasskeyOwner, id: string): Promise<Passkey> {
  await lockPerson(db, personId);
  const { row, usedNow, others } = await getOwn(db, { personId, sessionId, id });
  const remains = others.some(({ host }) => host === row.host) || (await hasOtherMethod(db, personId));
  if (!remains) {
    throw new AppError(
      "BAD_REQUEST",
      "This passkey is your only way to sign in. Add another one, or set a password by 'Forgot password?' first.",
    );
  }
  await deleteSessionsByPasskey(db, id, sessionId);
  await deletePasskeyOf(db, personId, id);
  return toPasskey(row, usedNow);
}

type OwnPasskey = { row: PasskeyRow; others: PasskeyRow[]; usedNow: string | null };

async function getOwn(
  db: Db,
  { personId, sessionId, id }: PasskeyOwner & { id: string },
): Promise<OwnPasskey> {
  const all = UUID_PATTERN.test(id) ? await listPasskeysOf(db, personId) : [];
  const row = all.find((passkey) => passkey.id === id);
  if (row === undefined) throw notFound("passkey");
  const start = await findSessionStart(db, sessionId);
  return { row, others: all.filter((other) => other !== row), usedNow: start?.passkey_id ?? null };
}

function toPasskey(row: PasskeyRow, usedNow: string | null): Passkey {
  const { id, name, host, is_synced } = row;
  return {
    ...{ id, name, host, is_synced, is_current: id === usedNow },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
