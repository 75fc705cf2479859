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

export const GROUPS = ["Navigate", "Interact", "Expect", "Capture"] as const;

export type ActionSpec = { group: (typeof GROUPS)[number]; fields: readonly FieldSpec[] };

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
  hint: "Use {{NAME}} for variables and secrets.",
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
  { value: "load", label: "Page and its files" },
  { value: "domcontentloaded", label: "Page without its files" },
  { value: "networkidle", label: "No network activity" },
] as const;
const METHODS = STEP_METHODS.map((value) => ({ value, label: value }));

export const ACTIONS: Record<JourneyAction, ActionSpec> = {
  goto: { group: t("Navigate"), fields: [URL_FIELD] },
  click: { group: t("Interact"), fields: [SELECTOR] },
  double_click: { group: t("Interact"), fields: [SELECTOR] },
  hover: { group: t("Interact"), fields: [SELECTOR] },
  check: { group: t("Interact"), fields: [SELECTOR] },
  uncheck: { group: t("Interact"), fields: [SELECTOR] },
  fill: { group: t("Interact"), fields: [SELECTOR, TEXT] },
  select_option: {
    group: t("Interact"),
    fields: [SELECTOR, { name: "value", label: t("Option"), kind: "line" }],
  },
  press: {
    group: t("Interact"),
    fields: [{ name: "key", label: t("Key"), kind: "line", placeholder: t("Enter") }, OPTIONAL_SELECTOR],
  },
  upload: {
    group: t("Interact"),
    fields: [SELECTOR, { name: "content_base64", label: t("File"), kind: "file" }],
  },
  totp: {
    group: t("Interact"),
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
    group: t("Navigate"),
    fields: [
      { ...OPTIONAL_SELECTOR, hint: t("Fill in exactly one of these four fields.") },
      { ...URL_FIELD, isOptional: true },
      { name: "load_state", label: t("Load state"), kind: "choice", isOptional: true, options: LOAD_STATES },
      { name: "milliseconds", label: t("Milliseconds"), kind: "number", isOptional: true },
    ],
  },
  expect_visible: { group: t("Expect"), fields: [SELECTOR] },
  expect_hidden: { group: t("Expect"), fields: [SELECTOR] },
  expect_text: { group: t("Expect"), fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_value: { group: t("Expect"), fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_count: {
    group: t("Expect"),
    fields: [SELECTOR, OPERATOR, EXPECTED],
  },
  expect_attribute: {
    group: t("Expect"),
    fields: [SELECTOR, { name: "attribute", label: t("Attribute"), kind: "line" }, OPERATOR, EXPECTED],
  },
  expect_url: { group: t("Expect"), fields: [OPERATOR, EXPECTED] },
  expect_title: { group: t("Expect"), fields: [OPERATOR, EXPECTED] },
  screenshot: {
    group: t("Capture"),
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
    group: t("Navigate"),
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
    group: t("Capture"),
    fields: [{ name: "variable", label: t("Variable"), kind: "line", placeholder: "ORDER_ID" }],
  },
};

/** Operators of an expectation; only attributes support existence. */
export function expectationOperators(action: JourneyAction): readonly Operator[] {
  if (action === "expect_count") return OPERATORS_OF.response_time;
  const supported = OPERATORS.filter((one) => !takesList(one) && !one.startsWith("length_"));
  return action === "expect_attribute" ? supported : supported.filter((one) => !one.endsWith("exists"));
}
