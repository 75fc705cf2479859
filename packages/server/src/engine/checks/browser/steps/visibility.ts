import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import { describePage } from "../evidence/describe-page.ts";
import { isTimeout, nounFor, selectorError } from "../locate.ts";
import { quote, StepFailure, seconds } from "../step-failure.ts";
import type { StepScope } from "../step-scope.ts";

/** Expectations that an element is visible or hidden. */

export async function expectVisible(step: StepOf<"expect_visible">, scope: StepScope): Promise<undefined> {
  await waitUntilVisible(scope.fill(step.selector), scope);
}

/** Throws ELEMENT_NOT_FOUND if no element matches or none is visible. */
export async function waitUntilVisible(selector: string, scope: StepScope): Promise<void> {
  const locator = await scope.locate(selector);
  try {
    await locator.waitFor({ state: "visible", timeout: scope.leftMs(), signal: scope.signal });
  } catch (error) {
    if (!isTimeout(error)) throw selectorError(error, selector) ?? error;
    const description = await describePage(scope.newestPage(), selector);
    const waited = seconds(scope.timeoutMs);
    const exists = (await locator.count()) > 0;
    throw new StepFailure(
      "ELEMENT_NOT_FOUND",
      exists
        ? `${quote(selector)} exists, but did not become visible within ${waited}; ${description}`
        : `${nounFor(selector)} stayed for ${waited}; ${description}`,
    );
  }
}

/** Also passes if no element matches. */
export async function expectHidden(step: StepOf<"expect_hidden">, scope: StepScope): Promise<undefined> {
  const selector = scope.fill(step.selector);
  try {
    const locator = scope.newestPage().locator(selector);
    await locator.waitFor({ state: "hidden", timeout: scope.leftMs(), signal: scope.signal });
  } catch (error) {
    if (!isTimeout(error)) throw selectorError(error, selector) ?? error;
    const message = `${quote(selector)} was still visible after ${seconds(scope.timeoutMs)}`;
    throw new StepFailure("ASSERTION_FAILED", message);
  }
}
