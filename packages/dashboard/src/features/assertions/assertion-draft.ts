import {
  type AssertionType,
  takesProperty,
  takesValue,
  valueKindOf,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { newKey } from "../../new-key.ts";
import { formatValue, parseValue } from "./assertion-value.ts";

/** State of one assertion in a form. */
export type AssertionDraft = Pick<Assertion, "type" | "operator"> & {
  key: number;
  property: string;
  /** Text of the value. */
  value: string;
  /** The value as the API returned it: it is sent unchanged if its text and its operator are unchanged. */
  stored?: Assertion["value"];
};

export function assertionDraft({ type, operator, property, value }: Assertion): AssertionDraft {
  const text = formatValue({ type, operator, value });
  return { key: newKey(), type, operator, property: property ?? "", value: text, stored: value };
}

/** Returns the first suggestion that the list does not have yet. */
export function newAssertion(
  types: readonly AssertionType[],
  assertions: readonly AssertionDraft[],
): AssertionDraft {
  const of = { key: newKey(), property: "" };
  if (types[0] === "ssl_expiry" && !types.includes("status_code"))
    return { ...of, type: "ssl_expiry", operator: "greater_than_or_equal", value: "14" };
  if (types.includes("answer") && !types.includes("status_code"))
    return { ...of, type: "answer", operator: "contains", value: "" };
  if (!types.includes("status_code"))
    return { ...of, type: "response_time", operator: "less_than", value: "1000" };
  return assertions.some(({ type }) => type === "status_code")
    ? { ...of, type: "json_path", operator: "equals", value: "" }
    : { ...of, type: "status_code", operator: "equals", value: "200" };
}

/** Changes the type or operator. The value keeps its text, without quotes that the new operator would search for. */
export function withComparison(
  draft: AssertionDraft,
  { type, operator }: Pick<Assertion, "type" | "operator">,
): AssertionDraft {
  const { stored: _stored, ...kept } = draft;
  const value = parseValue(draft, draft.value);
  const isUnquoted = typeof value === "string" && valueKindOf(type, operator) === "text";
  return { ...kept, type, operator, value: isUnquoted ? value : draft.value };
}

/** Returns the assertion of a request body. Invalid values are rejected by the server. */
export function assertionBody(draft: Omit<AssertionDraft, "key">): Assertion {
  const { type, operator, property, value, stored = null } = draft;
  const isStored = stored !== null && formatValue({ type, operator, value: stored }) === value;
  return {
    type,
    operator,
    property: takesProperty(type) ? property.trim() : null,
    // A text without a meaning is sent as it is, so that the server says what is wrong with it.
    value: takesValue(operator) ? (isStored ? stored : parseValue({ type, operator }, value)) : null,
  };
}
