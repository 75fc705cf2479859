import type { Operator } from "../assertions/assertions.ts";
import type { JourneyStepInput } from "../journeys/journey-steps.ts";
import { mayHaveTemplate } from "../variables/template.ts";
import { wholeAddress } from "./recorded-script-calls.ts";
import { toRe2 } from "./recorded-script-patterns.ts";
import { oneLine } from "./recorded-script-selectors.ts";
import {
  type AnyNode,
  assertArguments,
  NoEqualError,
  patternIn,
  readBoolean,
  readFields,
  readLiteral,
  readNumber,
  readText,
  readTimeout,
} from "./recorded-script-syntax.ts";

/** `expect(…)` of Playwright, each as the step that expects the same. */

/** What is expected of an element, or, without a selector, of the page. */
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
  throw new NoEqualError(
    (Object.hasOwn(WITHOUT_EQUAL, matcher) && WITHOUT_EQUAL[matcher]) ||
      `no step expects what '${matcher}' does`,
  );
}

/** Where more can be said than that there is none. */
const WITHOUT_EQUAL: Readonly<Record<string, string>> = {
  toMatchAriaSnapshot:
    "no step compares accessibility trees ('toMatchAriaSnapshot'); expect the roles and texts that matter by `expect_visible` and `expect_text`",
  toHaveScreenshot:
    "a `screenshot` step with a label and `compare` does what 'toHaveScreenshot' does, with a baseline of its own",
  toHaveClass: "no step expects classes ('toHaveClass'); `expect_attribute` looks at the whole attribute",
  toHaveCSS: "no step looks at computed styles ('toHaveCSS'); a `screenshot` step with `compare` sees them",
  toBeEditable: "no step expects what 'toBeEditable' does; `fill` fails where a field cannot be edited",
  toBeInViewport: "no step looks at what is scrolled into view ('toBeInViewport')",
};

type ElementCall = ExpectationCall & { selector: string };

const OF_ELEMENT: Readonly<Record<string, (call: ElementCall) => JourneyStepInput>> = {
  toBeVisible: (call) => seen(call, !call.isNot),
  toBeHidden: (call) => seen(call, call.isNot),
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
  // The recorder writes it of fields alone.
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
    ...expected(call, { operator: "equals", toText: asBrowsersWrite, isOneLine: true }),
  }),
  toHaveTitle: (call) => ({
    action: "expect_title",
    ...expected(call, { operator: "equals", toText: oneLine, isOneLine: true }),
  }),
};

function seen({ selector, args }: ElementCall, isVisible: boolean): JourneyStepInput {
  assertArguments(args, 1);
  const action = isVisible ? "expect_visible" : "expect_hidden";
  return { action, selector, ...readTimeout(args[0]) };
}

/** Of fields, and of elements that say by ARIA that they are like one. */
const CHECKED = ":checked, [aria-checked=true]";
/** What an element around it says by `aria-disabled` is not looked at; a disabled fieldset is. */
const DISABLED = ":disabled, [aria-disabled=true]";

/** That the one element which the locator finds is in a state: no action says so, but a selector does. */
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
    if (!isKnown) throw new NoEqualError(`a step has no option '${name}' for it`);
  }
  return {
    action: "expect_count",
    selector: `${selector}${part}`,
    operator: "equals",
    value: isThere ? 1 : 0,
    ...(fields.has("timeout") && { timeout_ms: readNumber(fields.get("timeout")) }),
  };
}

type Manner = {
  operator: "equals" | "contains";
  /** What Playwright makes of the text before it compares. */
  toText?: (text: string) => string;
  /** Whether what is looked at has no line breaks. */
  isOneLine?: boolean;
};

function expected(
  { args, isNot }: ExpectationCall,
  { operator, toText = (text) => text, isOneLine = false }: Manner,
): { operator: Operator; value: string; timeout_ms?: number } {
  assertArguments(args, 2);
  const time = readTimeout(args[1]);
  const pattern = patternIn(args[0]);
  if (pattern === null) {
    const value = toText(readText(args[0]));
    return { operator: isNot ? `not_${operator}` : operator, value, ...time };
  }
  if (isNot) throw new NoEqualError("no step expects that a pattern does not match");
  return { operator: "matches", value: toRe2(pattern, isOneLine), ...time };
}

/** With the slash behind a bare host, for one. */
function asBrowsersWrite(address: string): string {
  const whole = wholeAddress(address);
  return mayHaveTemplate(whole) ? whole : new URL(whole).href;
}
