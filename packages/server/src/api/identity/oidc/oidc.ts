import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { Configuration } from "openid-client";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { IdentityContext, OidcProvider, ResponseCookies } from "../identity-context.ts";
import { findAccount, findPersonByEmail, insertAccount, insertPerson } from "../queries.ts";
import type { Sessions } from "../sessions.ts";
import { SignInRefusal } from "../sign-in-refusal.ts";
import type { Visitor } from "../visitor.ts";
import { beginFlow, discoverProvider, finishFlow, type OidcProfile } from "./oidc-flow.ts";
import { endPendingSignIn, type PendingSignIn } from "./pending-sign-in.ts";

type OidcDeps = { provider: OidcProvider; sessions: Sessions };

/** Sign-in with the OpenID Connect provider of the configuration. */
export class Oidc {
  readonly #context: IdentityContext;
  readonly #provider: OidcProvider;
  readonly #sessions: Sessions;
  #configuration: Configuration | null = null;

  constructor(context: IdentityContext, { provider, sessions }: OidcDeps) {
    this.#context = context;
    this.#provider = provider;
    this.#sessions = sessions;
  }

  get name(): string {
    return this.#provider.name;
  }

  /** Returns the authorization URL. With `personId`, the flow links that user's account. */
  async begin(link: { personId: PersonId } | null): Promise<{ url: string; cookies: ResponseCookies }> {
    const config = await this.#discoverOnce();
    const started = { link: link?.personId ?? null, providerId: null, email: null };
    return beginFlow(this.#context, { provider: this.#provider, config }, started);
  }

  /** Takes the path and query of the provider's redirect. */
  async finish(visitor: Visitor, begun: PendingSignIn, pathAndQuery: string): Promise<ResponseCookies> {
    const provider = this.#provider;
    const config = await this.#discoverOnce();
    const profile = await finishFlow(this.#context, { provider, config }, { begun, pathAndQuery });
    const maySignUp = profile.email !== null && (await provider.maySignUp(profile.email));
    const { database, clock } = this.#context;
    const personId = await database.transaction((db) =>
      personOf(db, { profile, begun, provider, maySignUp, nowMs: clock.now() }),
    );
    return [...(await this.#sessions.startSession(visitor, personId)), endPendingSignIn(this.#context)];
  }

  /**
   * Discovered at the first sign-in and again after a failure, so the provider may be down when the server
   * starts.
   */
  async #discoverOnce(): Promise<Configuration> {
    this.#configuration ??= await discoverProvider(this.#context, this.#provider);
    return this.#configuration;
  }
}

type OidcSignIn = {
  profile: OidcProfile;
  begun: PendingSignIn;
  provider: OidcProvider;
  maySignUp: boolean;
  nowMs: number;
};

/**
 * Returns the account: already linked, linked now by a signed-in user, matched by an address that both sides
 * have verified, or new. An address that only one side has verified matches nothing. Otherwise anyone who
 * registers another person's address on either side would get into that person's account.
 */
async function personOf(db: Db, arrival: OidcSignIn): Promise<PersonId> {
  const { profile, begun, provider, nowMs } = arrival;
  const account = { providerId: provider.issuer, accountId: profile.subject };
  const link = async (personId: PersonId): Promise<PersonId> => {
    const now = new Date(nowMs);
    await insertAccount(db, { ...account, id: newId(nowMs), personId, passwordHash: null, now });
    return personId;
  };

  const known = await findAccount(db, account);
  if (begun.link !== null) {
    if (known && known.person_id !== begun.link) {
      throw new SignInRefusal("BAD_REQUEST", "account_taken", { provider: provider.name });
    }
    return known?.person_id ?? link(begun.link);
  }
  if (known) return known.person_id;
  if (profile.email === null) {
    throw new SignInRefusal("BAD_REQUEST", "no_address", { provider: provider.name });
  }
  const present = await findPersonByEmail(db, profile.email);
  if (present) {
    if (present.email_verified && profile.isEmailVerified) return link(present.id);
    throw new SignInRefusal("FORBIDDEN", "address_not_proved", { provider: provider.name });
  }
  if (!arrival.maySignUp || !profile.isEmailVerified) {
    throw new SignInRefusal("FORBIDDEN", "no_account", { provider: provider.name });
  }
  const now = new Date(nowMs);
  const id: PersonId = newId(nowMs);
  const { email, name } = profile;
  if ((await insertPerson(db, { id, name, email, emailVerified: true, now })) === 0) {
    throw new SignInRefusal("BAD_REQUEST", "just_made", { provider: provider.name });
  }
  return link(id);
}
