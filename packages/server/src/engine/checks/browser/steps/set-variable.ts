import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { Locator } from "playwright-core";
import { quote, StepFailure } from "../step-failure.ts";
import type { StepScope, StepYield } from "../step-scope.ts";

/** Maximum length of a variable's value, as for extracted values of API monitors. */
const VALUE_LENGTH_MAX = 65_536;
const SHOWN_LENGTH_MAX = 1_000;

/**
 * Sets a variable to a text of the page or to a text with other variables. In later steps it takes
 * precedence.
 */
export async function setVariable(step: StepOf<"set_variable">, scope: StepScope): Promise<StepYield> {
  const value = "value" in step.from ? scope.fill(step.from.value) : await read(step.from, scope);
  if (value.length > VALUE_LENGTH_MAX) {
    throw new StepFailure("EXTRACTION_FAILED", `the value has more than ${VALUE_LENGTH_MAX} characters`);
  }
  scope.values.take(step.variable, value);
  return { extracted: [{ name: step.variable, value: scope.show(value, SHOWN_LENGTH_MAX) }] };
}

async function read(
  { selector: written, attribute }: { selector: string; attribute: string | null },
  scope: StepScope,
): Promise<string> {
  const selector = scope.fill(written);
  const locator = await scope.locate(selector);
  const options = { timeout: scope.leftMs(), signal: scope.signal };
  if (attribute === null) return (await textOf(locator, options)).trim();
  const value = await locator.getAttribute(attribute, options);
  if (value !== null) return value;
  throw new StepFailure("EXTRACTION_FAILED", `${quote(selector)} has no attribute ${quote(attribute)}`);
}

/** Returns the value of a field and the visible text of any other element. */
async function textOf(locator: Locator, options: { timeout: number; signal: AbortSignal }): Promise<string> {
  const isField: unknown = await locator.evaluate(isInput, null, options);
  // biome-ignore lint/performance/useDomNodeTextContent: the visible text is needed, without hidden elements.
  return isField === true ? locator.inputValue(options) : locator.innerText(options);
}

/** Runs in the page. */
function isInput(element: { tagName: string }): boolean {
  return /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}
