import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { Actor } from "../../routing/actor.ts";

/**
 * Where an organization takes a plan and looks after it. Which provider there is is decided in `roles/`; neither
 * price nor plan ever comes from a client, but for the id of a plan that is offered.
 */
export type BillingProvider = {
  readonly name: ProviderName;
  /** A page at which an owner or admin takes `plan`. */
  checkout(given: CheckoutRequest): Promise<{ id: string; url: string; expiresAtMs: number }>;
  /** A page at which he sees and changes what the organization has. */
  portal(given: ProviderCall): Promise<{ url: string }>;
};

export type ProviderName = "built-in" | "stripe";

export type ProviderCall = {
  /** In no transaction, for a provider may have to be asked over the network. */
  db: Db;
  clock: Clock;
  actor: Actor;
  /** `email` is the caller's; null for an API key. */
  org: { id: OrgId; name: string; email: string | null };
  /** Where people reach this server, without a slash at its end. */
  serverUrl: string;
  /** The page of ours to come back to: always on this server. */
  returnUrl: string;
};

export type CheckoutRequest = ProviderCall & {
  plan: Plan;
  successUrl: string;
  cancelUrl: string;
};
