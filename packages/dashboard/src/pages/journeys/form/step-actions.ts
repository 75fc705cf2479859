import { STEP_METHODS } from "@vedette/contract/api-monitors/step-methods.ts";
import {
  OPERATORS,
  OPERATORS_OF,
  type Operator,
  takesList,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";

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
  label: "Selector",
  kind: "selector",
  placeholder: 'role=button[name="Pay"]',
  hint: 'role=button[name="Pay"], text=Pay, or CSS',
};
const OPTIONAL_SELECTOR: FieldSpec = { ...SELECTOR, isOptional: true };
const TEXT: FieldSpec = {
  name: "value",
  label: "Text",
  kind: "line",
  hint: "Use {{NAME}} for variables and secrets.",
};
const OPERATOR: FieldSpec = { name: "operator", label: "Comparison", kind: "operator" };
const EXPECTED: FieldSpec = { name: "value", label: "Expected", kind: "line" };
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
  goto: { group: "Navigate", fields: [URL_FIELD] },
  click: { group: "Interact", fields: [SELECTOR] },
  double_click: { group: "Interact", fields: [SELECTOR] },
  hover: { group: "Interact", fields: [SELECTOR] },
  check: { group: "Interact", fields: [SELECTOR] },
  uncheck: { group: "Interact", fields: [SELECTOR] },
  fill: { group: "Interact", fields: [SELECTOR, TEXT] },
  select_option: {
    group: "Interact",
    fields: [SELECTOR, { name: "value", label: "Option", kind: "line" }],
  },
  press: {
    group: "Interact",
    fields: [{ name: "key", label: "Key", kind: "line", placeholder: "Enter" }, OPTIONAL_SELECTOR],
  },
  upload: {
    group: "Interact",
    fields: [SELECTOR, { name: "content_base64", label: "File", kind: "file" }],
  },
  totp: {
    group: "Interact",
    fields: [
      SELECTOR,
      {
        name: "secret",
        label: "Secret",
        kind: "line",
        placeholder: "{{TOTP_SECRET}}",
        hint: "Store it as a secret variable.",
      },
    ],
  },
  wait_for: {
    group: "Navigate",
    fields: [
      { ...OPTIONAL_SELECTOR, hint: "Fill in exactly one of these four fields." },
      { ...URL_FIELD, isOptional: true },
      { name: "load_state", label: "Load state", kind: "choice", isOptional: true, options: LOAD_STATES },
      { name: "milliseconds", label: "Milliseconds", kind: "number", isOptional: true },
    ],
  },
  expect_visible: { group: "Expect", fields: [SELECTOR] },
  expect_hidden: { group: "Expect", fields: [SELECTOR] },
  expect_text: { group: "Expect", fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_value: { group: "Expect", fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_count: {
    group: "Expect",
    fields: [SELECTOR, OPERATOR, EXPECTED],
  },
  expect_attribute: {
    group: "Expect",
    fields: [SELECTOR, { name: "attribute", label: "Attribute", kind: "line" }, OPERATOR, EXPECTED],
  },
  expect_url: { group: "Expect", fields: [OPERATOR, EXPECTED] },
  expect_title: { group: "Expect", fields: [OPERATOR, EXPECTED] },
  screenshot: {
    group: "Capture",
    fields: [
      { name: "label", label: "Label", kind: "line", placeholder: "home page" },
      { ...OPTIONAL_SELECTOR, label: "Single element" },
      { name: "full_page", label: "Full page", kind: "check", hint: "Capture the full page" },
      {
        name: "compare",
        label: "Compare with baseline",
        kind: "check",
        hint: "Baseline: screenshot of the first run, until you accept another",
      },
      {
        name: "threshold_percent",
        label: "Maximum difference (%)",
        kind: "number",
        isOptional: true,
        hint: "Leave blank to record differences only.",
      },
      { name: "mask", label: "Masked elements", kind: "lines", hint: "Selectors, one per line" },
    ],
  },
  request: {
    group: "Navigate",
    fields: [
      { name: "method", label: "Method", kind: "choice", options: METHODS },
      URL_FIELD,
      { name: "headers", label: "Header", kind: "pairs" },
      { name: "query", label: "Parameter", kind: "pairs" },
      { name: "follow_redirects", label: "Follow redirects", kind: "check" },
      { name: "verify_tls", label: "Verify certificate", kind: "check" },
    ],
  },
  set_variable: {
    group: "Capture",
    fields: [{ name: "variable", label: "Variable", kind: "line", placeholder: "ORDER_ID" }],
  },
};

/** Operators of an expectation; only attributes support existence. */
export function expectationOperators(action: JourneyAction): readonly Operator[] {
  if (action === "expect_count") return OPERATORS_OF.response_time;
  const supported = OPERATORS.filter((one) => !takesList(one) && !one.startsWith("length_"));
  return action === "expect_attribute" ? supported : supported.filter((one) => !one.endsWith("exists"));
}
