import type { Operator } from "../assertions/assertion-rules.ts";
import type { JourneyStepInput } from "../journeys/journey-steps.ts";
import { mayHaveTemplate } from "../variables/template.ts";
import { absoluteUrl } from "./recorded-script-calls.ts";
import { toRe2 } from "./recorded-script-patterns.ts";
import { oneLine } from "./recorded-script-selectors.ts";
import {
  type AnyNode,
  assertArguments,
  NotConvertibleError,
  patternIn,
  readBoolean,
  readFields,
  readLiteral,
  readNumber,
  readText,
  readTimeout,
} from "./recorded-script-syntax.ts";

/** Converts Playwright's `expect(…)` calls to the equivalent steps. */

/** An expectation of an element or, if the selector is null, of the page. */
export type ExpectationCall = {
  matcher: string;
  args: readonly AnyNode[];
  isNot: boolean;
  selector: string | null;
};

export function stepOfExpectation(call: ExpectationCall): JourneyStepInput {
  const { matcher, selector } = call;
  if (selector === null) {
    const toStep = Object.hasOwn(OF_PAGE, matcher) ? OF_PAGE[matcher] : undefined;
    if (toStep !== undefined) return toStep(call);
  } else {
    const toStep = Object.hasOwn(OF_ELEMENT, matcher) ? OF_ELEMENT[matcher] : undefined;
    if (toStep !== undefined) return toStep({ ...call, selector });
  }
  throw new NotConvertibleError(
    (Object.hasOwn(WITHOUT_EQUAL, matcher) && WITHOUT_EQUAL[matcher]) ||
      `no step is equivalent to '${matcher}'`,
  );
}

/** Specific reasons for matchers without an equivalent step. */
const WITHOUT_EQUAL: Readonly<Record<string, string>> = {
  toMatchAriaSnapshot:
    "no step compares accessibility trees ('toMatchAriaSnapshot'); check the relevant roles and texts with `expect_visible` and `expect_text`",
  toHaveScreenshot:
    "use a `screenshot` step with a label and `compare` instead of 'toHaveScreenshot'; it has its own baseline",
  toHaveClass: "no step checks classes ('toHaveClass'); `expect_attribute` compares the whole attribute",
  toHaveCSS:
    "no step checks computed styles ('toHaveCSS'); a `screenshot` step with `compare` detects visual changes",
  toBeEditable: "no step is equivalent to 'toBeEditable'; `fill` fails if a field cannot be edited",
  toBeInViewport: "no step checks what is scrolled into view ('toBeInViewport')",
};

type ElementCall = ExpectationCall & { selector: string };

const OF_ELEMENT: Readonly<Record<string, (call: ElementCall) => JourneyStepInput>> = {
  toBeVisible: (call) => visibility(call, !call.isNot),
  toBeHidden: (call) => visibility(call, call.isNot),
  toBeAttached: (call) => counted(call, "", !call.isNot),
  toBeChecked: (call) => inState(call, CHECKED),
  toBeDisabled: (call) => inState(call, DISABLED),
  toBeEnabled: (call) => inState({ ...call, isNot: !call.isNot }, DISABLED),
  toBeFocused: (call) => inState(call, ":focus"),
  toHaveText: (call) => ({
    action: "expect_text",
    selector: call.selector,
    ...expected(call, { operator: "equals", toText: oneLine, isOneLine: true }),
  }),
  toContainText: (call) => ({
    action: "expect_text",
    selector: call.selector,
    ...expected(call, { operator: "contains", toText: oneLine, isOneLine: true }),
  }),
  toHaveValue: (call) => ({
    action: "expect_value",
    selector: call.selector,
    ...expected(call, { operator: "equals" }),
  }),
  // The recorder writes it only for form fields.
  toBeEmpty({ selector, args, isNot }) {
    assertArguments(args, 1);
    const operator = isNot ? "is_not_empty" : "is_empty";
    return { action: "expect_value", selector, operator, ...readTimeout(args[0]) };
  },
  toHaveCount({ selector, args, isNot }) {
    assertArguments(args, 2);
    const operator = isNot ? "not_equals" : "equals";
    return {
      action: "expect_count",
      selector,
      operator,
      value: readNumber(args[0]),
      ...readTimeout(args[1]),
    };
  },
  toHaveAttribute(call) {
    const { selector, args, isNot } = call;
    const attribute = readLiteral(args[0]);
    const step = { action: "expect_attribute" as const, selector, attribute };
    const [, value, ...more] = args;
    if (value !== undefined && value.type !== "ObjectExpression") {
      return { ...step, ...expected({ ...call, args: [value, ...more] }, { operator: "equals" }) };
    }
    assertArguments(args, 2);
    return { ...step, operator: isNot ? "not_exists" : "exists", ...readTimeout(value) };
  },
};

const OF_PAGE: Readonly<Record<string, (call: ExpectationCall) => JourneyStepInput>> = {
  toHaveURL: (call) => ({
    action: "expect_url",
    ...expected(call, { operator: "equals", toText: normalizeUrl, isOneLine: true }),
  }),
  toHaveTitle: (call) => ({
    action: "expect_title",
    ...expected(call, { operator: "equals", toText: oneLine, isOneLine: true }),
  }),
};

function visibility({ selector, args }: ElementCall, isVisible: boolean): JourneyStepInput {
  assertArguments(args, 1);
  const action = isVisible ? "expect_visible" : "expect_hidden";
  return { action, selector, ...readTimeout(args[0]) };
}

/** Form fields, and elements with the equivalent ARIA state. */
const CHECKED = ":checked, [aria-checked=true]";
/** `aria-disabled` of an ancestor is not considered; a disabled fieldset is. */
const DISABLED = ":disabled, [aria-disabled=true]";

/** Expects that the located element is in a state: no action checks this, but a selector can. */
function inState(call: ElementCall, states: string): JourneyStepInput {
  const fields = readFields(call.args[0]);
  const checked = fields.get("checked");
  const isWanted = (checked === undefined || readBoolean(checked)) !== call.isNot;
  return counted(call, isWanted ? ` >> :scope:is(${states})` : ` >> :scope:not(${states})`, true);
}

function counted({ selector, args, matcher }: ElementCall, part: string, isThere: boolean): JourneyStepInput {
  assertArguments(args, 1);
  const fields = readFields(args[0]);
  for (const name of fields.keys()) {
    const isKnown = name === "timeout" || (name === "checked" && matcher === "toBeChecked");
    if (!isKnown) throw new NotConvertibleError(`a step does not support the option '${name}' for this call`);
  }
  return {
    action: "expect_count",
    selector: `${selector}${part}`,
    operator: "equals",
    value: isThere ? 1 : 0,
    ...(fields.has("timeout") && { timeout_ms: readNumber(fields.get("timeout")) }),
  };
}

type Comparison = {
  operator: "equals" | "contains";
  /** The normalization that Playwright applies to the text before it compares. */
  toText?: (text: string) => string;
  /** Whether the compared value has no line breaks. */
  isOneLine?: boolean;
};

function expected(
  { args, isNot }: ExpectationCall,
  { operator, toText = (text) => text, isOneLine = false }: Comparison,
): { operator: Operator; value: string; timeout_ms?: number } {
  assertArguments(args, 2);
  const time = readTimeout(args[1]);
  const pattern = patternIn(args[0]);
  if (pattern === null) {
    const value = toText(readText(args[0]));
    return { operator: isNot ? `not_${operator}` : operator, value, ...time };
  }
  if (isNot) throw new NotConvertibleError("no step checks that a pattern does not match");
  return { operator: "matches", value: toRe2(pattern, isOneLine), ...time };
}

/** Normalizes a URL as browsers do, for example with a slash after a bare host. */
function normalizeUrl(text: string): string {
  const whole = absoluteUrl(text);
  return mayHaveTemplate(whole) ? whole : new URL(whole).href;
}
