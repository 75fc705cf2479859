import type { ListOf, Success } from "../common/endpoint.ts";
import type {
  BillingPortal,
  Checkout,
  CheckoutOffer,
  checkoutConfirm,
  checkoutCreate,
  OfferedPlan,
  PlanChange,
  Usage,
} from "./billing.ts";

/** Usage, plans and checkout. */
export type BillingEndpoints = {
  "GET /api/v1/billing/usage": { response: Success<Usage> };
  "GET /api/v1/billing/plans": { response: ListOf<OfferedPlan> };
  "GET /api/v1/billing/portal": { response: Success<BillingPortal> };
  "POST /api/v1/billing/checkout": { body: typeof checkoutCreate; response: Success<Checkout> };
  "GET /api/v1/billing/checkout/{id}": { response: Success<CheckoutOffer> };
  "POST /api/v1/billing/checkout/{id}/confirm": {
    body: typeof checkoutConfirm;
    response: Success<PlanChange>;
  };
};
