import { z } from "zod";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { defineRaw, type Route } from "../../../routing/define-route.ts";
import { ok } from "../../../routing/ok.ts";
import type { SignedMessage } from "./receive-message.ts";

/** Handles a Stripe message; null if Stripe is not configured. */
export type ReceiveStripeMessage = ((message: SignedMessage) => Promise<void>) | null;

/** Stripe's largest messages have some tens of kilobytes. */
const MESSAGE_BYTES_MAX = 262_144;

export function stripeRoutes(receive: ReceiveStripeMessage): Route[] {
  return [
    defineRaw({
      id: "receiveStripeMessage",
      tag: "Billing",
      method: "POST",
      url: "/api/v1/billing/webhook",
      summary: "Receive a Stripe webhook message",
      description:
        "Called only by Stripe, which signs its messages (`Stripe-Signature`). A message that was already received, or is about " +
        "an unknown customer, gets the same response and changes nothing.",
      access: "public",
      request: { body: z.looseObject({ id: z.string(), type: z.string() }).meta({ id: "StripeEvent" }) },
      bodyBytesMax: MESSAGE_BYTES_MAX,
      response: z.object({ success: z.literal(true), data: z.object({ received: z.literal(true) }) }),
      status: 200,
      async handler(_ctx, { body, headers }) {
        if (receive === null)
          throw new AppError("NOT_FOUND", "Stripe is not configured on this server (STRIPE_SECRET_KEY).");
        const signature = headers["stripe-signature"];
        await receive({ body, signature: Array.isArray(signature) ? signature.join(",") : signature });
        return ok({ received: true as const });
      },
    }),
  ];
}
