import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { SignInState } from "@vedette/contract/people/people.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { knownAddressMail, verifyAddressMail } from "../../../platform/mail/sign-up-mail.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Cookies } from "../../identity/identity-context.ts";
import { linkIsOver, type NewSignUp } from "../../identity/pending-sign-ups.ts";
import type { NewPerson } from "../../identity/person.ts";
import { hasPeople, takeSetupToken } from "../../identity/setup-link.ts";
import type { Visitor } from "../../identity/visitor.ts";
import { acceptInvitation, findOpenInvitation, isInvited } from "../invitations/service.ts";
import { addMember } from "../members/service.ts";
import { ensureFirstOrganization } from "../organizations/service.ts";

/**
 * How people come: by the set-up link, by an invitation, or by themselves where that is allowed. How they
 * prove who they are is `identity/`'s affair.
 */

export type PeopleDeps = {
  database: Database;
  clock: Clock;
  identity: Identity;
  signUp: "invite" | "open";
  mailer: Mailer;
  /** Where people reach this server, as the operator says; for links in mails to the address that was typed. */
  serverUrl: string;
  log: Logger;
};

export type SignUp = { name: string; email: string; password: string };

/** Who comes with a request; for the audit log. */
export type Arrival = { visitor: Visitor; requestId: string };

export async function signInState(deps: PeopleDeps, { headers }: Visitor): Promise<SignInState> {
  const { identity, database } = deps;
  const session = await identity.findSession(headers);
  return {
    person: session && {
      id: session.personId,
      name: session.name,
      email: session.email,
      email_verified: session.emailVerified,
      two_factor_enabled: session.twoFactorEnabled,
    },
    sign_up: deps.signUp,
    oidc: identity.oidc && { name: identity.oidc.name },
    mail: deps.mailer.isConfigured,
    needs_set_up: session === null && !(await hasPeople(database)),
  };
}

/** The first person, who becomes the owner of the first organization. Of many at once it is one. */
export async function setUp(
  deps: PeopleDeps,
  { visitor }: Arrival,
  { token, password, ...person }: SignUp & { token: string },
): Promise<Cookies> {
  const { database, clock, identity } = deps;
  await identity.assertMaySignUp(visitor);
  const passwordHash = await identity.hashPassword(password, person);
  const personId = await database.transaction(async (db) => {
    const nowMs = clock.now();
    if (!(await takeSetupToken(db, { token, nowMs }))) {
      throw new AppError(
        "FORBIDDEN",
        "This set-up link is not valid: it was used, replaced or has expired. 'vedette setup-link' prints a new " +
          "one while nobody has signed up; after that, ask for an invitation.",
      );
    }
    // Whoever holds the link runs the server, so his word for his own address is good.
    const id = await identity.createPerson(db, { ...person, passwordHash, emailVerified: true });
    const { organization } = await ensureFirstOrganization(db, nowMs);
    await addMember(db, { orgId: organization.id, personId: id, role: "owner", nowMs });
    return id;
  });
  return identity.startSession(visitor, personId);
}

/**
 * By an invitation at once. Where anybody may come the address is proved first, by a link that it is mailed: an
 * account of a foreign address would keep its owner out. Null then, whether or not the address has an account.
 */
export async function signUp(
  deps: PeopleDeps,
  arrival: Arrival,
  { password, invitationToken, ...person }: SignUp & { invitationToken: string | null },
): Promise<Cookies | null> {
  const { identity } = deps;
  await identity.assertMaySignUp(arrival.visitor);
  await assertMayCome(deps, { email: person.email, invitationToken });
  const passwordHash = await identity.hashPassword(password, person);
  if (deps.signUp === "open") {
    await mailAddress(deps, { ...person, passwordHash, invitationToken });
    return null;
  }
  // The invitation's link may have been passed on to a person who does not own the address.
  return come(deps, arrival, { person: { ...person, passwordHash, emailVerified: false }, invitationToken });
}

/** The second half of a sign-up where anybody may come: by the mailed link, and the password that was chosen. */
export async function verifySignUp(
  deps: PeopleDeps,
  arrival: Arrival,
  { token, password, invitationToken }: { token: string; password: string; invitationToken: string | null },
): Promise<Cookies> {
  const { identity } = deps;
  await identity.assertMaySignUp(arrival.visitor);
  const { name, email, password: passwordHash } = await identity.openSignUp({ token, password });
  const person = { name, email, passwordHash, emailVerified: true };
  return come(deps, arrival, { person, invitationToken });
}

/** Makes the person, with the membership that they were invited to, and signs them in. */
async function come(
  { database, clock, identity }: PeopleDeps,
  { visitor, requestId }: Arrival,
  { person, invitationToken }: { person: NewPerson; invitationToken: string | null },
): Promise<Cookies> {
  const { email } = person;
  const personId = await database.transaction(async (db) => {
    if (person.emailVerified && !(await identity.endSignUps(db, email))) throw linkIsOver();
    const id = await identity.createPerson(db, person);
    if (invitationToken !== null) {
      await acceptInvitation(db, {
        token: invitationToken,
        person: { id, email },
        nowMs: clock.now(),
        requestId,
        ip: visitor.address,
      });
    }
    return id;
  });
  return identity.startSession(visitor, personId);
}

/** In its own time: how long a mail takes must not tell whether the address has an account. */
async function mailAddress(
  { identity, mailer, serverUrl, log }: PeopleDeps,
  { invitationToken, ...person }: NewSignUp & { invitationToken: string | null },
): Promise<void> {
  const begun = await identity.beginSignUp(person);
  if (begun.mail === "none") return;
  const { email } = person;
  const verifyUrl = (token: string) =>
    // Behind # a token reaches no log of a server and no Referer.
    `${serverUrl}/verify#${invitationToken === null ? token : `${token}.${invitationToken}`}`;
  const mail =
    begun.mail === "known"
      ? knownAddressMail({ email, signInUrl: serverUrl })
      : verifyAddressMail({ email, verifyUrl: verifyUrl(begun.token) });
  mailer.send(mail).catch((error: unknown) => log.warn("identity.sign_up_not_mailed", errorFacts(error)));
}

/** Before a password is hashed, which is work that a stranger should not be able to ask for. */
async function assertMayCome(
  { database, clock, mailer, signUp: mode }: PeopleDeps,
  { email, invitationToken }: { email: string; invitationToken: string | null },
): Promise<void> {
  if (mode === "open" && !mailer.isConfigured) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      "This server cannot send mail to verify an address. Its operator has to set SMTP_URL.",
    );
  }
  if (invitationToken !== null) {
    const open = await findOpenInvitation(database, { token: invitationToken, nowMs: clock.now() });
    if (open?.email === email) return;
    throw new AppError(
      "FORBIDDEN",
      "This invitation is not valid for this address: it was used, withdrawn, has expired or is somebody else's.",
    );
  }
  if (mode === "open" && (await hasPeople(database))) return;
  throw new AppError("FORBIDDEN", "People come here by invitation. Ask an administrator for one.");
}

/** Whether somebody with an address that another provider vouches for may come anew. */
export async function maySignUp(
  { database, clock, signUp: mode }: Pick<PeopleDeps, "database" | "clock" | "signUp">,
  email: string,
): Promise<boolean> {
  if (!(await hasPeople(database))) return false;
  return mode === "open" || isInvited(database, { email, nowMs: clock.now() });
}

/** Whom to link another provider's account to: whoever is signed in here, if anybody. */
export async function beginOidc(
  { identity }: PeopleDeps,
  { headers }: Visitor,
): Promise<{ url: string; cookies: Cookies }> {
  if (!identity.oidc) throw new AppError("NOT_FOUND", "No other provider is set up here.");
  const session = await identity.findSession(headers);
  const link: { personId: PersonId } | null = session && { personId: session.personId };
  return identity.oidc.begin(link);
}
