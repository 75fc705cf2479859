import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";

/**
 * The payment provider of the plans. `roles/` selects the implementation. A client never sends a price or a
 * plan definition, only the id of an offered plan.
 */
export type BillingProvider = {
  readonly name: ProviderName;
  /** Returns a page on which an owner or admin takes `plan`. */
  checkout(request: CheckoutRequest): Promise<{ id: string; url: string; expiresAtMs: number }>;
  /** Returns a page on which an owner or admin manages the plan and the payment. */
  portal(call: ProviderCall): Promise<{ url: string }>;
};

export type ProviderName = "built-in" | "stripe";

export type ProviderCall = {
  /** Not a transaction, because a provider may make network calls. */
  db: Db;
  clock: Clock;
  actor: Actor;
  /** `email` is the caller's; null for an API key. */
  org: { id: OrgId; name: string; email: string | null };
  /** The public URL of this server, without a trailing slash. */
  serverUrl: string;
  /** The page of this server to return to. */
  returnUrl: string;
};

export type CheckoutRequest = ProviderCall & {
  plan: Plan;
  successUrl: string;
  cancelUrl: string;
};
