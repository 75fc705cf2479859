import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { ExpectType } from "@vedette/contract/checks/fields/exchange-fields.ts";
import { maskerOf } from "../../platform/masking/mask.ts";
import { assertionError } from "./assertion-error.ts";
import { evaluateAssertions } from "./assertions/evaluate.ts";
import type { CheckContext } from "./check-try.ts";

/** What a check of plain data sends and expects. */
export type ExchangeSpec = Pick<CheckSpec, "assertions" | "mask"> & {
  send?: string;
  expect?: { operator: ExpectType; value: string };
};

/** Of an answer; further bytes are not read. */
export const ANSWER_BYTES_MAX = 65_536;

/** Returns whether the check reads an answer. */
export function readsAnswer({ expect, assertions }: ExchangeSpec): boolean {
  return expect !== undefined || assertions.some(({ type }) => type === "body");
}

/** Returns why an answer is not the expected one; null if it is. */
export function expectationError(
  { expect, mask }: ExchangeSpec,
  text: string,
  { clock }: Pick<CheckContext, "clock">,
): CheckError | null {
  if (expect === undefined) return null;
  const assertion = { type: "body", property: null, ...expect } as const;
  const facts = {
    ...{ statusCode: null, responseMs: 0, headers: {}, sslDaysLeft: null, ip: null },
    ...{ httpVersion: null, redirectUrl: null, bodyText: text },
  };
  return assertionError(evaluateAssertions([assertion], facts, { clock, hide: maskerOf(mask) }));
}
