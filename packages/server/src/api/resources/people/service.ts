import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { SignInState } from "@vedette/contract/people/people.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { knownAddressMail, verifyAddressMail } from "../../../platform/mail/sign-up-mail.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { Identity } from "../../identity/identity.ts";
import type { ResponseCookies } from "../../identity/identity-context.ts";
import { isLinkExpired, type NewSignUp } from "../../identity/pending-sign-ups.ts";
import type { NewPerson } from "../../identity/person.ts";
import { hasPeople, takeSetupToken } from "../../identity/setup-link.ts";
import type { Visitor } from "../../identity/visitor.ts";
import { findProviderName, hasSingleSignOn } from "../identity-providers/service.ts";
import { acceptInvitation, findOpenInvitation, isInvited } from "../invitations/service.ts";
import { addMember, lacksSignIn } from "../members/service.ts";
import { ensureFirstOrganization } from "../organizations/service.ts";

/** Sign-up: by set-up link, by invitation, or openly if allowed. Authentication is part of `identity/`. */

export type PeopleDeps = {
  database: Database;
  clock: Clock;
  identity: Identity;
  signUp: "invite" | "open";
  offersPlans: boolean;
  mailer: Mailer;
  /** The configured public URL, for links in emails to unverified addresses. */
  serverUrl: string;
  log: Logger;
};

export type SignUp = { name: string; email: string; password: string };

/** The request data for the audit log. */
export type SignUpRequest = { visitor: Visitor; requestId: string };

export async function signInState(deps: PeopleDeps, visitor: Visitor): Promise<SignInState> {
  const { identity, database } = deps;
  const session = await identity.findSession(visitor.headers);
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
    single_sign_on: await hasSingleSignOn(database, session?.email ?? null),
    pending_provider: await pendingProvider(deps, visitor),
    passkeys: identity.admitsPasskeys(visitor),
    mail: deps.mailer.isConfigured,
    offers_plans: deps.offersPlans,
    has_restricted_organizations: session !== null && (await lacksSignIn(database, session)),
    needs_set_up: session === null && !(await hasPeople(database)),
  };
}

/** Of the browser's own cookie, so a link to the dashboard cannot choose the name. */
async function pendingProvider({ identity, database }: PeopleDeps, visitor: Visitor): Promise<string | null> {
  const pending = identity.readPendingSignIn(visitor);
  if (pending === null) return null;
  return pending.providerId === null
    ? (identity.oidc?.name ?? null)
    : findProviderName(database, pending.providerId);
}

/** Creates the first user as owner of the first organization. Of concurrent requests one succeeds. */
export async function setUp(
  deps: PeopleDeps,
  { visitor }: SignUpRequest,
  { token, password, ...person }: SignUp & { token: string },
): Promise<ResponseCookies> {
  const { database, clock, identity } = deps;
  await identity.assertMaySignUp(visitor);
  const passwordHash = await identity.hashPassword(password, person);
  const personId = await database.transaction(async (db) => {
    const nowMs = clock.now();
    if (!(await takeSetupToken(db, { token, nowMs }))) {
      throw new AppError(
        "FORBIDDEN",
        "This set-up link is not valid: it was used, replaced or has expired. 'vedette setup-link' prints a new " +
          "one as long as no user exists. After that, ask for an invitation.",
      );
    }
    // The holder of the link operates the server, so the address needs no verification.
    const id = await identity.createPerson(db, { ...person, passwordHash, emailVerified: true });
    const { organization } = await ensureFirstOrganization(db, nowMs);
    await addMember(db, { orgId: organization.id, personId: id, role: "owner", nowMs });
    return id;
  });
  return identity.startSession(visitor, personId);
}

/**
 * Signs up by invitation immediately. With open sign-up, the address is verified by an emailed link first,
 * because an account for a foreign address would lock its owner out. The result is then null, whether or not
 * the address has an account.
 */
export async function signUp(
  deps: PeopleDeps,
  request: SignUpRequest,
  { password, invitationToken, ...person }: SignUp & { invitationToken: string | null },
): Promise<ResponseCookies | null> {
  const { identity } = deps;
  await identity.assertMaySignUp(request.visitor);
  await assertSignUpAllowed(deps, { email: person.email, invitationToken });
  const passwordHash = await identity.hashPassword(password, person);
  if (deps.signUp === "open") {
    await sendSignUpMail(deps, { ...person, passwordHash, invitationToken });
    return null;
  }
  // The invitation link may have been forwarded to a person who does not own the address.
  return completeSignUp(deps, request, {
    person: { ...person, passwordHash, emailVerified: false },
    invitationToken,
  });
}

/** Completes an open sign-up with the emailed link and the chosen password. */
export async function verifySignUp(
  deps: PeopleDeps,
  request: SignUpRequest,
  { token, password, invitationToken }: { token: string; password: string; invitationToken: string | null },
): Promise<ResponseCookies> {
  const { identity } = deps;
  await identity.assertMaySignUp(request.visitor);
  const { name, email, password: passwordHash } = await identity.openSignUp({ token, password });
  const person = { name, email, passwordHash, emailVerified: true };
  return completeSignUp(deps, request, { person, invitationToken });
}

/** Creates the person with the membership of the invitation, and starts a session. */
async function completeSignUp(
  { database, clock, identity }: PeopleDeps,
  { visitor, requestId }: SignUpRequest,
  { person, invitationToken }: { person: NewPerson; invitationToken: string | null },
): Promise<ResponseCookies> {
  const { email } = person;
  const personId = await database.transaction(async (db) => {
    if (person.emailVerified && !(await identity.endSignUps(db, email))) throw isLinkExpired();
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

/** Does not wait for the email: the duration would reveal whether the address has an account. */
async function sendSignUpMail(
  { identity, mailer, serverUrl, log }: PeopleDeps,
  { invitationToken, ...person }: NewSignUp & { invitationToken: string | null },
): Promise<void> {
  const started = await identity.beginSignUp(person);
  if (started.mail === "none") return;
  const { email } = person;
  const verifyUrl = (token: string) =>
    // The token follows `#`, so it appears in no server log and no Referer header.
    `${serverUrl}/verify#${invitationToken === null ? token : `${token}.${invitationToken}`}`;
  const mail =
    started.mail === "known"
      ? knownAddressMail({ email, signInUrl: serverUrl })
      : verifyAddressMail({ email, verifyUrl: verifyUrl(started.token) });
  mailer.send(mail).catch((error: unknown) => log.warn("identity.sign_up_mail_failed", errorFacts(error)));
}

/** Runs before the password is hashed, so that unauthorized requests cannot cause that work. */
async function assertSignUpAllowed(
  { database, clock, mailer, signUp: mode }: PeopleDeps,
  { email, invitationToken }: { email: string; invitationToken: string | null },
): Promise<void> {
  if (mode === "open" && !mailer.isConfigured) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      "This server cannot send mail to verify an address. Ask its operator to set SMTP_URL.",
    );
  }
  if (invitationToken !== null) {
    const open = await findOpenInvitation(database, { token: invitationToken, nowMs: clock.now() });
    if (open?.email === email) return;
    throw new AppError(
      "FORBIDDEN",
      "This invitation is not valid for this address: it was used, withdrawn, has expired or is for another address.",
    );
  }
  if (mode === "open" && (await hasPeople(database))) return;
  throw new AppError("FORBIDDEN", "Sign-up requires an invitation. Ask an administrator for one.");
}

/** Returns whether an address that another provider has verified can sign up. */
export async function maySignUp(
  { database, clock, signUp: mode }: Pick<PeopleDeps, "database" | "clock" | "signUp">,
  email: string,
): Promise<boolean> {
  if (!(await hasPeople(database))) return false;
  return mode === "open" || isInvited(database, { email, nowMs: clock.now() });
}

/** Starts an OpenID Connect sign-in, linked to the signed-in person if there is a session. */
export async function beginOidc(
  { identity }: PeopleDeps,
  { headers }: Visitor,
): Promise<{ url: string; cookies: ResponseCookies }> {
  if (!identity.oidc)
    throw new AppError("NOT_FOUND", "No OpenID Connect provider is configured on this server.");
  const session = await identity.findSession(headers);
  const link: { personId: PersonId } | null = session && { personId: session.personId };
  return identity.oidc.begin(link);
}
