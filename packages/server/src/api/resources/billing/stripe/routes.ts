import { z } from "zod";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { defineRaw, type Route } from "../../../routing/define-route.ts";
import type { SignedMessage } from "./receive-message.ts";

/** Takes a message of Stripe's; null where Stripe is not set up. */
export type ReceiveStripeMessage = ((message: SignedMessage) => Promise<void>) | null;

/** Stripe's largest messages have some ten kilobytes. */
const MESSAGE_BYTES_MAX = 262_144;

export function stripeRoutes(receive: ReceiveStripeMessage): Route[] {
  return [
    defineRaw({
      id: "receiveStripeMessage",
      tag: "Billing",
      method: "POST",
      url: "/api/v1/billing/webhook",
      summary: "Hear from Stripe",
      description:
        "For Stripe alone, which signs what it sends (`Stripe-Signature`). A message that was heard before, or is about " +
        "nobody here, is answered alike and changes nothing.",
      access: "public",
      request: { body: z.looseObject({ id: z.string(), type: z.string() }).meta({ id: "StripeEvent" }) },
      bodyBytesMax: MESSAGE_BYTES_MAX,
      response: z.object({ success: z.literal(true), data: z.object({ received: z.literal(true) }) }),
      status: 200,
      async handler(_ctx, { body, headers }) {
        if (receive === null)
          throw new AppError("NOT_FOUND", "Stripe is not set up here (STRIPE_SECRET_KEY).");
        const signature = headers["stripe-signature"];
        await receive({ body, signature: Array.isArray(signature) ? signature.join(",") : signature });
        return { success: true as const, data: { received: true as const } };
      },
    }),
  ];
}
