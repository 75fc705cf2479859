import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { Locator } from "playwright-core";
import { act } from "../explain-action.ts";
import type { StepScope } from "../step-scope.ts";

/** Pointer actions on one element. */

type PointerAction = "click" | "double_click" | "hover" | "check" | "uncheck";
type Options = { timeout: number; signal: AbortSignal };

function pointer(verb: string, gesture: (locator: Locator, options: Options) => Promise<void>) {
  return async (step: StepOf<PointerAction>, scope: StepScope): Promise<undefined> => {
    const selector = scope.fill(step.selector);
    const locator = await scope.locate(selector);
    const options = { timeout: scope.leftMs(), signal: scope.signal };
    await act(scope, { selector, verb }, () => gesture(locator, options));
  };
}

export const click = pointer("clicked", (locator, options) => locator.click(options));
export const doubleClick = pointer("double-clicked", (locator, options) => locator.dblclick(options));
export const hover = pointer("hovered over", (locator, options) => locator.hover(options));
export const check = pointer("checked", (locator, options) => locator.check(options));
export const uncheck = pointer("unchecked", (locator, options) => locator.uncheck(options));
