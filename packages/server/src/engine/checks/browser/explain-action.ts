import { describePage } from "./evidence/describe-page.ts";
import { isTimeout, selectorFault } from "./locate.ts";
import { quote, StepFailure, seconds } from "./step-failure.ts";
import type { StepScope } from "./step-scope.ts";

/** Does something to an element that is there; when that cannot be done in time, says what stood in the way. */
export async function act<T>(
  scope: StepScope,
  { selector, verb }: { selector: string; verb: string },
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw selectorFault(error, selector) ?? (await explain(error, { selector, verb }, scope)) ?? error;
  }
}

async function explain(
  error: unknown,
  { selector, verb }: { selector: string; verb: string },
  scope: StepScope,
): Promise<StepFailure | null> {
  const log = error instanceof Error ? error.message : "";
  const cannot = `${quote(selector)} is there, but could not be ${verb}`;
  const wrong = WRONG_KIND.find(([pattern]) => pattern.test(log));
  if (wrong) return new StepFailure("STEP_FAILED", `${cannot}: ${wrong[1]}`);
  if (!isTimeout(error)) return null;
  const reason = REASONS.find(([pattern]) => pattern.test(log))?.[1] ?? "the page did not let it happen";
  const covering = /<(?<element>[^>]{1,80})>.{0,200}? intercepts pointer events/.exec(log)?.groups?.element;
  const why = covering ? `<${covering}> lies over it` : reason;
  const sight = await describePage(scope.newestPage(), null);
  return new StepFailure("STEP_FAILED", `${cannot} within ${seconds(scope.timeoutMs)}: ${why}; ${sight}`);
}

/** What no waiting mends, by the words that Playwright has for it. */
const WRONG_KIND: readonly [RegExp, string][] = [
  [/is not an <input>, <textarea>|not an <input>/i, "it is no field"],
  [/Input of type "[a-z-]+" cannot be filled/i, "a field of this type takes no text"],
  [/Cannot type text into input\[type=number\]/i, "it takes numbers only"],
  [/Malformed value/i, "the value has not the form that this field takes"],
  [/not a <select> element/i, "it is no list to choose from"],
  [/Not a checkbox or radio button/i, "it is no checkbox"],
  [/Clicking the checkbox did not change its state/i, "clicking it did not change its state"],
  [/Node is not an HTMLInputElement|not an input\[type=file\]/i, "it takes no files"],
  [/Unknown key/i, "there is no key of this name"],
];

const REASONS: readonly [RegExp, string][] = [
  [/did not find some options/i, "it has no such option"],
  [/element is not enabled/i, "it is disabled"],
  [/element is not editable/i, "it is read-only"],
  [/element is not visible/i, "it is not visible"],
  [/element is not stable/i, "it keeps moving"],
  [/element is outside of the viewport/i, "it is outside of the visible area"],
  [/element was detached/i, "it was taken out of the page again"],
];
