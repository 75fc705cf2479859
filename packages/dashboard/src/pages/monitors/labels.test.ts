import {
  OPERATORS_OF as ALLOWED,
  ASSERTION_TYPES,
  OPERATORS,
} from "@vedette/contract/assertions/assertions.ts";
import { CHECK_TYPES } from "@vedette/contract/checks/check-kinds.ts";
import { METHODS as ALLOWED_METHODS } from "@vedette/contract/common/http-rules.ts";
import { MONITOR_STATUSES as ALLOWED_STATUSES } from "@vedette/contract/targets/monitors.ts";
import { expect, test } from "vitest";
import { assertionText, METHODS, MONITOR_TYPES, OPERATORS_OF } from "./labels.ts";
import { STATUS_ORDER } from "./list/list-view.ts";

const sorted = (words: readonly string[]) => [...words].sort();

test.each(ASSERTION_TYPES)("the form offers for %s what the contract takes", (type) => {
  expect(sorted(OPERATORS_OF[type])).toEqual(sorted(ALLOWED[type]));
});

test("the pages know every status, type and method of the contract", () => {
  expect(sorted(STATUS_ORDER)).toEqual(sorted(ALLOWED_STATUSES));
  expect(sorted(MONITOR_TYPES)).toEqual(sorted(CHECK_TYPES));
  expect(sorted(METHODS)).toEqual(sorted(ALLOWED_METHODS));
});

test.each(OPERATORS)("an assertion with %s reads as a sentence", (operator) => {
  const text = assertionText({ type: "header", property: "x-a", operator, value: "v" });
  expect(text).toMatch(/^Header x-a [a-z ]+( v)?$/);
});
