import { STEP_METHODS } from "@vedette/contract/api-monitors/step-methods.ts";
import {
  OPERATORS,
  OPERATORS_OF,
  type Operator,
  takesList,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";
import { t } from "../../../language/t.ts";

/** Groups and fields of each action; the step form is built from them. */

export type FieldSpec = {
  name: string;
  label: string;
  kind: "line" | "selector" | "number" | "check" | "lines" | "operator" | "file" | "pairs" | "choice";
  hint?: string;
  placeholder?: string;
  /** Omitted if empty. */
  isOptional?: true;
  options?: readonly { value: string; label: string }[];
};

export const GROUPS = ["navigate", "interact", "expect", "capture"] as const;
type Group = (typeof GROUPS)[number];

export const ACTION_GROUP_LABELS: Record<Group, string> = {
  navigate: t("Navigate"),
  interact: t("Interact"),
  expect: t("Expect"),
  capture: t("Capture"),
};

export type ActionSpec = { group: Group; fields: readonly FieldSpec[] };

const SELECTOR: FieldSpec = {
  name: "selector",
  label: t("Selector"),
  kind: "selector",
  placeholder: 'role=button[name="Pay"]',
  hint: t('role=button[name="Pay"], text=Pay, or CSS'),
};
const OPTIONAL_SELECTOR: FieldSpec = { ...SELECTOR, isOptional: true };
const TEXT: FieldSpec = {
  name: "value",
  label: t("Text"),
  kind: "line",
  hint: t("Use {name} for variables and secrets.", { name: "{{NAME}}" }),
};
const OPERATOR: FieldSpec = { name: "operator", label: t("Comparison"), kind: "operator" };
const EXPECTED: FieldSpec = { name: "value", label: t("Expected"), kind: "line" };
const URL_FIELD: FieldSpec = {
  name: "url",
  label: "URL",
  kind: "line",
  placeholder: "https://shop.example/",
};

const LOAD_STATES = [
  { value: "load", label: t("Page and its files") },
  { value: "domcontentloaded", label: t("Page without its files") },
  { value: "networkidle", label: t("No network activity") },
] as const;
const METHODS = STEP_METHODS.map((value) => ({ value, label: value }));

export const ACTIONS: Record<JourneyAction, ActionSpec> = {
  goto: { group: "navigate", fields: [URL_FIELD] },
  click: { group: "interact", fields: [SELECTOR] },
  double_click: { group: "interact", fields: [SELECTOR] },
  hover: { group: "interact", fields: [SELECTOR] },
  check: { group: "interact", fields: [SELECTOR] },
  uncheck: { group: "interact", fields: [SELECTOR] },
  fill: { group: "interact", fields: [SELECTOR, TEXT] },
  select_option: {
    group: "interact",
    fields: [SELECTOR, { name: "value", label: t("Option"), kind: "line" }],
  },
  press: {
    group: "interact",
    fields: [{ name: "key", label: t("Key"), kind: "line", placeholder: "Enter" }, OPTIONAL_SELECTOR],
  },
  upload: {
    group: "interact",
    fields: [SELECTOR, { name: "content_base64", label: t("File"), kind: "file" }],
  },
  totp: {
    group: "interact",
    fields: [
      SELECTOR,
      {
        name: "secret",
        label: t("Secret"),
        kind: "line",
        placeholder: "{{TOTP_SECRET}}",
        hint: t("Store it as a secret variable."),
      },
    ],
  },
  wait_for: {
    group: "navigate",
    fields: [
      { ...OPTIONAL_SELECTOR, hint: t("Fill in exactly one of these four fields.") },
      { ...URL_FIELD, isOptional: true },
      { name: "load_state", label: t("Load state"), kind: "choice", isOptional: true, options: LOAD_STATES },
      { name: "milliseconds", label: t("Milliseconds"), kind: "number", isOptional: true },
    ],
  },
  expect_visible: { group: "expect", fields: [SELECTOR] },
  expect_hidden: { group: "expect", fields: [SELECTOR] },
  expect_text: { group: "expect", fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_value: { group: "expect", fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_count: {
    group: "expect",
    fields: [SELECTOR, OPERATOR, EXPECTED],
  },
  expect_attribute: {
    group: "expect",
    fields: [SELECTOR, { name: "attribute", label: t("Attribute"), kind: "line" }, OPERATOR, EXPECTED],
  },
  expect_url: { group: "expect", fields: [OPERATOR, EXPECTED] },
  expect_title: { group: "expect", fields: [OPERATOR, EXPECTED] },
  screenshot: {
    group: "capture",
    fields: [
      { name: "label", label: t("Label"), kind: "line", placeholder: t("home page") },
      { ...OPTIONAL_SELECTOR, label: t("Single element") },
      { name: "full_page", label: t("Full page"), kind: "check", hint: t("Capture the full page") },
      {
        name: "compare",
        label: t("Compare with baseline"),
        kind: "check",
        hint: t("Baseline: screenshot of the first run, until you accept another"),
      },
      {
        name: "threshold_percent",
        label: t("Maximum difference (%)"),
        kind: "number",
        isOptional: true,
        hint: t("Leave blank to record differences only."),
      },
      { name: "mask", label: t("Masked elements"), kind: "lines", hint: t("Selectors, one per line") },
    ],
  },
  request: {
    group: "navigate",
    fields: [
      { name: "method", label: t("Method"), kind: "choice", options: METHODS },
      URL_FIELD,
      { name: "headers", label: t("Header"), kind: "pairs" },
      { name: "query", label: t("Parameter"), kind: "pairs" },
      { name: "follow_redirects", label: t("Follow redirects"), kind: "check" },
      { name: "verify_tls", label: t("Verify certificate"), kind: "check" },
    ],
  },
  set_variable: {
    group: "capture",
    fields: [{ name: "variable", label: t("Variable"), kind: "line", placeholder: "ORDER_ID" }],
  },
};

/** Operators of an expectation; only attributes support existence. */
export function expectationOperators(action: JourneyAction): readonly Operator[] {
  if (action === "expect_count") return OPERATORS_OF.response_time;
  const supported = OPERATORS.filter((one) => !takesList(one) && !one.startsWith("length_"));
  return action === "expect_attribute" ? supported : supported.filter((one) => !one.endsWith("exists"));
}
