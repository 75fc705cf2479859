import { createConfig, flatConfig } from "@vedette/contract/checks/check-config.ts";
import { CHECK_KINDS } from "@vedette/contract/checks/check-kinds.ts";
import { CHECK_TYPES } from "@vedette/contract/checks/check-types.ts";
import { METHODS as ALLOWED_METHODS } from "@vedette/contract/common/http-rules.ts";
import { MONITOR_STATUSES as ALLOWED_STATUSES } from "@vedette/contract/targets/monitors.ts";
import { expect, test } from "vitest";
import { aMonitor } from "../../../test/fixtures.ts";
import { STATUS_ORDER } from "../../pages/monitors/list/list-view.ts";
import { MONITOR_TYPES, type MonitorType } from "./check-labels.ts";
import { checkView } from "./check-views.ts";
import { METHODS } from "./url-draft.ts";

const sorted = (words: readonly string[]) => [...words].sort();

test("the pages know every status, type and method of the contract", () => {
  expect(sorted(STATUS_ORDER)).toEqual(sorted(ALLOWED_STATUSES));
  expect(sorted(MONITOR_TYPES)).toEqual(sorted(CHECK_TYPES));
  expect(sorted(METHODS)).toEqual(sorted(ALLOWED_METHODS));
});

const NOT_IN_FORM: Partial<Record<MonitorType, readonly string[]>> = { tls: ["auth"] };

test.each(CHECK_TYPES)("the form of a %s monitor has all of its fields, and keeps their values", (type) => {
  const { emptyDraft, toBody, toDraft } = checkView(type);
  const own = Object.keys(CHECK_KINDS[type].fields).filter((name) => !NOT_IN_FORM[type]?.includes(name));
  expect(sorted(Object.keys(toBody(emptyDraft)))).toEqual(sorted(own));
  const monitor = aMonitor({ type, ...flatConfig(type, createConfig(type, {})) });
  expect(createConfig(type, toBody(toDraft(monitor)))).toEqual(createConfig(type, {}));
});

test("the address of a TCP monitor is its host and port, an IPv6 address in brackets", () => {
  const addressOf = (host: string) =>
    checkView("tcp").toAddress(aMonitor({ type: "tcp", url: null, method: null, host, port: 443 }));
  expect(addressOf("db.example")).toBe("db.example:443");
  expect(addressOf("2001:db8::1")).toBe("[2001:db8::1]:443");
  expect(addressOf("[2001:db8::1]")).toBe("[2001:db8::1]:443");
});
