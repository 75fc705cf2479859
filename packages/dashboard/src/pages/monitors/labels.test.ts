import { CHECK_TYPES } from "@vedette/contract/checks/check-kinds.ts";
import { METHODS as ALLOWED_METHODS } from "@vedette/contract/common/http-rules.ts";
import { MONITOR_STATUSES as ALLOWED_STATUSES } from "@vedette/contract/targets/monitors.ts";
import { expect, test } from "vitest";
import { METHODS, MONITOR_TYPES } from "./labels.ts";
import { STATUS_ORDER } from "./list/list-view.ts";

const sorted = (words: readonly string[]) => [...words].sort();

test("the pages know every status, type and method of the contract", () => {
  expect(sorted(STATUS_ORDER)).toEqual(sorted(ALLOWED_STATUSES));
  expect(sorted(MONITOR_TYPES)).toEqual(sorted(CHECK_TYPES));
  expect(sorted(METHODS)).toEqual(sorted(ALLOWED_METHODS));
});
