import { setTimeout as sleep } from "node:timers/promises";
import type { Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import { patternError } from "@vedette/contract/assertions/assertion-syntax.ts";
import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { Locator } from "playwright-core";
import { compareValue, matchCost } from "../../assertions/compare.ts";
import { EXPECTATIONS } from "../../assertions/describe-failure.ts";
import { SEARCH_COST_MAX } from "../../assertions/evaluation-budget.ts";
import { isTimeout } from "../locate.ts";
import { quote, StepFailure, seconds } from "../step-failure.ts";
import type { StepScope } from "../step-scope.ts";

/**
 * Expectations about a text, a value, a count, an attribute or the page. They are retried until the timeout
 * because pages take time.
 */

/** The retry intervals of Playwright's own expectations. */
const RETRY_DELAYS_MS = [100, 250, 500, 1_000];
/** Maximum length of a page's text. */
const TEXT_LENGTH_MAX = 262_144;

type Found = string | number | null;
type Expected = { operator: Operator; value: string | null };

export async function expectText(step: StepOf<"expect_text">, scope: StepScope): Promise<undefined> {
  const selector = scope.fill(step.selector);
  await expectOf(step, scope, `the text of ${quote(selector)}`, async () => {
    const locator = await scope.locate(selector);
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count.
    return (await locator.innerText(immediateOptions(scope)))
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, TEXT_LENGTH_MAX);
  });
}

export async function expectValue(step: StepOf<"expect_value">, scope: StepScope): Promise<undefined> {
  const selector = scope.fill(step.selector);
  await expectOf(step, scope, `the value of ${quote(selector)}`, async () => {
    const locator = await scope.locate(selector);
    return readValue(locator, scope, selector);
  });
}

async function readValue(locator: Locator, scope: StepScope, selector: string): Promise<string> {
  try {
    return await locator.inputValue(immediateOptions(scope));
  } catch (error) {
    if (!(error instanceof Error) || !/not an <input>|is not an/i.test(error.message)) throw error;
    throw new StepFailure("STEP_FAILED", `${quote(selector)} is not a field, so it has no value`);
  }
}

export async function expectCount(step: StepOf<"expect_count">, scope: StepScope): Promise<undefined> {
  const selector = scope.fill(step.selector);
  await expectOf(step, scope, `the number of ${quote(selector)}`, () =>
    scope.newestPage().locator(selector).count(),
  );
}

export async function expectAttribute(
  step: StepOf<"expect_attribute">,
  scope: StepScope,
): Promise<undefined> {
  const selector = scope.fill(step.selector);
  const attribute = scope.fill(step.attribute);
  await expectOf(step, scope, `${quote(attribute)} of ${quote(selector)}`, async () => {
    const locator = await scope.locate(selector);
    return locator.getAttribute(attribute, immediateOptions(scope));
  });
}

export async function expectUrl(step: StepOf<"expect_url">, scope: StepScope): Promise<undefined> {
  await expectOf(step, scope, "the address", async () => scope.newestPage().url());
}

export async function expectTitle(step: StepOf<"expect_title">, scope: StepScope): Promise<undefined> {
  await expectOf(step, scope, "the title", () => scope.newestPage().title());
}

async function expectOf(
  step: Expected,
  scope: StepScope,
  subject: string,
  read: () => Promise<Found>,
): Promise<void> {
  const expected = { operator: step.operator, value: step.value === null ? null : scope.fill(step.value) };
  const wrong = expected.operator === "matches" ? patternError(expected.value ?? "") : null;
  if (wrong !== null) throw new StepFailure("INVALID_REQUEST", `the pattern ${wrong}`);
  let found: { value: Found } | undefined;
  for (let attempts = 0; ; attempts++) {
    found = await readOnce(read, found);
    if (found !== undefined && holds(expected, found.value)) return;
    const pauseMs = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length - 1)] ?? 1_000;
    if (scope.leftMs() <= pauseMs) throw failureOf(expected, scope, { subject, found });
    await sleep(pauseMs, null, { signal: scope.signal });
  }
}

/** Returns the previous value if the page is navigating or the time runs out during a reading. */
async function readOnce(
  read: () => Promise<Found>,
  before: { value: Found } | undefined,
): Promise<{ value: Found } | undefined> {
  try {
    return { value: await read() };
  } catch (error) {
    if (isTimeout(error) || isNavigating(error)) return before;
    const isGone = error instanceof StepFailure && error.code === "ELEMENT_NOT_FOUND";
    if (isGone && before !== undefined) return before;
    throw error;
  }
}

function isNavigating(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|frame was detached|frame got detached/i.test(error.message)
  );
}

function holds({ operator, value }: Expected, found: Found): boolean {
  // A missing attribute has no value, like a missing header.
  const actual = found ?? undefined;
  if (operator === "matches" && matchCost(actual, value ?? "") > SEARCH_COST_MAX) {
    throw new StepFailure("ASSERTION_TOO_COSTLY", "the pattern needs too much work on a text of this length");
  }
  return compareValue(operator, actual, value);
}

function failureOf(
  { operator, value }: Expected,
  { timeoutMs }: StepScope,
  { subject, found }: { subject: string; found: { value: Found } | undefined },
): StepFailure {
  const expectedText = value === null ? EXPECTATIONS[operator] : `${EXPECTATIONS[operator]} ${quote(value)}`;
  const came = found === undefined || found.value === null ? "nothing" : quote(String(found.value));
  const message = `expected ${subject} ${expectedText}, got ${came} after ${seconds(timeoutMs)}`;
  return new StepFailure("ASSERTION_FAILED", message);
}

/** Options for reading what already exists. */
function immediateOptions(scope: StepScope): { timeout: number; signal: AbortSignal } {
  return { timeout: Math.min(scope.leftMs(), 1_000), signal: scope.signal };
}
