import { z } from "zod";
import { patternError } from "../../assertions/assertion-syntax.ts";
import type { ErrorDetail } from "../../common/errors.ts";
import { defaultedField, optionalField } from "../check-kind.ts";
import { payloadError } from "./payload.ts";

/** What the kinds send and expect that exchange plain data: TCP, UDP and WebSocket. */

const SEND_LENGTH_MAX = 8_192;
const EXPECT_LENGTH_MAX = 1_000;
const EXPECT_TYPES = ["contains", "matches"] as const;
export type ExpectType = (typeof EXPECT_TYPES)[number];
const expectType = z.enum(EXPECT_TYPES);

export const sendField = optionalField(
  z.string().max(SEND_LENGTH_MAX).meta({
    description: "Text to send, with the escapes \\r, \\n, \\t, \\\\ and \\xHH; or bytes as `base64:…`",
  }),
  z.string(),
);

export const expectField = optionalField(
  z.string().max(EXPECT_LENGTH_MAX).meta({
    description:
      "Text or pattern that the answer must contain; for type `dns`, `unchanged`: changed records are down until they are accepted",
  }),
  z.string(),
);

export const expectTypeField = defaultedField(
  expectType.meta({ description: "Whether `expect` is a text or a pattern in RE2 syntax" }),
  expectType,
  "contains" as const,
);

type ExchangeFields = { send: string | null; expect: string | null; expect_type: ExpectType };

export function exchangeErrors({ send, expect, expect_type }: ExchangeFields): ErrorDetail[] {
  const wrongSend = send === null ? null : payloadError(send);
  const wrongExpect = expect === null || expect_type !== "matches" ? null : patternError(expect);
  return [
    ...(wrongSend === null ? [] : [{ path: "send", message: wrongSend }]),
    ...(wrongExpect === null ? [] : [{ path: "expect", message: wrongExpect }]),
  ];
}

/** Returns what a spec holds for these fields: nothing for those that are not set. */
export function exchangeSpec({ send, expect, expect_type }: ExchangeFields): {
  send?: string;
  expect?: { operator: ExpectType; value: string };
} {
  return {
    ...(send !== null && { send }),
    ...(expect !== null && { expect: { operator: expect_type, value: expect } }),
  };
}
