import { STEP_METHODS } from "@vedette/contract/api-monitors/step-methods.ts";
import type { Operator } from "@vedette/contract/assertions/assertions.ts";
import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";

/** What each action is called, and which fields it has: the form of a step is made of this. */

export type FieldSpec = {
  name: string;
  label: string;
  kind: "line" | "number" | "check" | "lines" | "operator" | "file" | "pairs" | "choice";
  hint?: string;
  placeholder?: string;
  /** Left empty it is not sent. */
  isOptional?: true;
  options?: readonly { value: string; label: string }[];
};

export const GROUPS = ["Go", "Act", "Expect", "Look"] as const;

export type ActionSpec = { label: string; group: (typeof GROUPS)[number]; fields: readonly FieldSpec[] };

const SELECTOR: FieldSpec = {
  name: "selector",
  label: "Selector",
  kind: "line",
  placeholder: 'role=button[name="Pay"]',
  hint: 'role=button[name="Pay"], text=Pay, or CSS',
};
const OPTIONAL_SELECTOR: FieldSpec = { ...SELECTOR, isOptional: true };
const TEXT: FieldSpec = {
  name: "value",
  label: "Text",
  kind: "line",
  hint: "{{NAME}} stands for a variable; secrets belong there.",
};
const OPERATOR: FieldSpec = { name: "operator", label: "Comparison", kind: "operator" };
const EXPECTED: FieldSpec = { name: "value", label: "Expected", kind: "line" };
const URL_FIELD: FieldSpec = {
  name: "url",
  label: "Address",
  kind: "line",
  placeholder: "https://shop.example/",
};

const LOAD_STATES = [
  { value: "load", label: "the page and its files" },
  { value: "domcontentloaded", label: "the page alone" },
  { value: "networkidle", label: "the network is quiet" },
] as const;
const METHODS = STEP_METHODS.map((value) => ({ value, label: value }));

export const ACTIONS: Record<JourneyAction, ActionSpec> = {
  goto: { label: "Open an address", group: "Go", fields: [URL_FIELD] },
  click: { label: "Click", group: "Act", fields: [SELECTOR] },
  double_click: { label: "Double-click", group: "Act", fields: [SELECTOR] },
  hover: { label: "Hover", group: "Act", fields: [SELECTOR] },
  check: { label: "Tick", group: "Act", fields: [SELECTOR] },
  uncheck: { label: "Untick", group: "Act", fields: [SELECTOR] },
  fill: { label: "Fill in", group: "Act", fields: [SELECTOR, TEXT] },
  select_option: {
    label: "Choose an option",
    group: "Act",
    fields: [SELECTOR, { name: "value", label: "Option", kind: "line" }],
  },
  press: {
    label: "Press a key",
    group: "Act",
    fields: [{ name: "key", label: "Key", kind: "line", placeholder: "Enter" }, OPTIONAL_SELECTOR],
  },
  upload: {
    label: "Choose a file",
    group: "Act",
    fields: [SELECTOR, { name: "content_base64", label: "File", kind: "file" }],
  },
  totp: {
    label: "Fill in a one-time code",
    group: "Act",
    fields: [
      SELECTOR,
      {
        name: "secret",
        label: "Secret",
        kind: "line",
        placeholder: "{{TOTP_SECRET}}",
        hint: "Keep it in a secret variable.",
      },
    ],
  },
  wait_for: {
    label: "Wait for",
    group: "Go",
    fields: [
      { ...OPTIONAL_SELECTOR, hint: "Exactly one of the four is given." },
      { ...URL_FIELD, isOptional: true },
      { name: "load_state", label: "Loaded is", kind: "choice", isOptional: true, options: LOAD_STATES },
      { name: "milliseconds", label: "Milliseconds", kind: "number", isOptional: true },
    ],
  },
  expect_visible: { label: "Expect to be seen", group: "Expect", fields: [SELECTOR] },
  expect_hidden: { label: "Expect not to be seen", group: "Expect", fields: [SELECTOR] },
  expect_text: { label: "Expect a text", group: "Expect", fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_value: { label: "Expect a field's value", group: "Expect", fields: [SELECTOR, OPERATOR, EXPECTED] },
  expect_count: {
    label: "Expect a number of elements",
    group: "Expect",
    fields: [SELECTOR, OPERATOR, EXPECTED],
  },
  expect_attribute: {
    label: "Expect an attribute",
    group: "Expect",
    fields: [SELECTOR, { name: "attribute", label: "Attribute", kind: "line" }, OPERATOR, EXPECTED],
  },
  expect_url: { label: "Expect an address", group: "Expect", fields: [OPERATOR, EXPECTED] },
  expect_title: { label: "Expect a title", group: "Expect", fields: [OPERATOR, EXPECTED] },
  screenshot: {
    label: "Take a screenshot",
    group: "Look",
    fields: [
      { name: "label", label: "Label", kind: "line", placeholder: "home page" },
      { ...OPTIONAL_SELECTOR, label: "Of one element only" },
      { name: "full_page", label: "The whole page", kind: "check", hint: "And not only what is in sight" },
      {
        name: "compare",
        label: "Compare with the baseline",
        kind: "check",
        hint: "The first run's picture, until you accept another",
      },
      {
        name: "threshold_percent",
        label: "Fails above, in percent",
        kind: "number",
        isOptional: true,
        hint: "Left empty, a difference is only recorded.",
      },
      { name: "mask", label: "Left out of the comparison", kind: "lines", hint: "Selectors, one a line" },
    ],
  },
  request: {
    label: "Send a request",
    group: "Go",
    fields: [
      { name: "method", label: "Method", kind: "choice", options: METHODS },
      URL_FIELD,
      { name: "headers", label: "Header", kind: "pairs" },
      { name: "query", label: "Parameter", kind: "pairs" },
      { name: "follow_redirects", label: "Follow redirects", kind: "check" },
      { name: "verify_tls", label: "Verify the certificate", kind: "check" },
    ],
  },
  set_variable: {
    label: "Keep a value",
    group: "Look",
    fields: [{ name: "variable", label: "Variable", kind: "line", placeholder: "ORDER_ID" }],
  },
};

const COMPARISON_LABELS: Record<Operator, string> = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  not_contains: "does not contain",
  matches: "matches the pattern",
  is_empty: "is empty",
  is_not_empty: "is not empty",
  greater_than: "is more than",
  greater_than_or_equal: "is at least",
  less_than: "is less than",
  less_than_or_equal: "is at most",
  exists: "is there",
  not_exists: "is not there",
};
const NUMERIC: readonly string[] = [
  "equals",
  "not_equals",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
];

/** Which comparisons an expectation may make; an attribute alone may be there or not. */
export function comparisonsOf(action: JourneyAction): { value: string; label: string }[] {
  return Object.entries(COMPARISON_LABELS)
    .filter(([value]) => action !== "expect_count" || NUMERIC.includes(value))
    .filter(([value]) => action === "expect_attribute" || !value.endsWith("exists"))
    .map(([value, label]) => ({ value, label }));
}

/** Needs nothing to compare with. */
export function isWithoutValue(operator: unknown): boolean {
  return ["is_empty", "is_not_empty", "exists", "not_exists"].includes(String(operator));
}
