import { describePage } from "./evidence/describe-page.ts";
import { isTimeout, selectorError } from "./locate.ts";
import { quote, StepFailure, seconds } from "./step-failure.ts";
import type { StepScope } from "./step-scope.ts";

/** Performs an action on an existing element. If it does not succeed in time, explains what prevented it. */
export async function act<T>(
  scope: StepScope,
  { selector, verb }: { selector: string; verb: string },
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw selectorError(error, selector) ?? (await explain(error, { selector, verb }, scope)) ?? error;
  }
}

async function explain(
  error: unknown,
  { selector, verb }: { selector: string; verb: string },
  scope: StepScope,
): Promise<StepFailure | null> {
  const log = error instanceof Error ? error.message : "";
  const cannot = `${quote(selector)} exists, but could not be ${verb}`;
  const wrong = WRONG_KIND.find(([pattern]) => pattern.test(log));
  if (wrong) return new StepFailure("STEP_FAILED", `${cannot}: ${wrong[1]}`);
  if (!isTimeout(error)) return null;
  const reason = REASONS.find(([pattern]) => pattern.test(log))?.[1] ?? "the page prevented it";
  const covering = /<(?<element>[^>]{1,80})>.{0,200}? intercepts pointer events/.exec(log)?.groups?.element;
  const why = covering ? `<${covering}> covers it` : reason;
  const page = await describePage(scope.newestPage(), null);
  return new StepFailure("STEP_FAILED", `${cannot} within ${seconds(scope.timeoutMs)}: ${why}; ${page}`);
}

/** Failures that waiting does not fix, by Playwright's messages. */
const WRONG_KIND: readonly [RegExp, string][] = [
  [/is not an <input>, <textarea>|not an <input>/i, "it is not a field"],
  [/Input of type "[a-z-]+" cannot be filled/i, "a field of this type does not accept text"],
  [/Cannot type text into input\[type=number\]/i, "it accepts only numbers"],
  [/Malformed value/i, "the value does not have the format of this field"],
  [/not a <select> element/i, "it is not a select list"],
  [/Not a checkbox or radio button/i, "it is not a checkbox"],
  [/Clicking the checkbox did not change its state/i, "clicking it did not change its state"],
  [/Node is not an HTMLInputElement|not an input\[type=file\]/i, "it does not accept files"],
  [/Unknown key/i, "there is no key of this name"],
];

const REASONS: readonly [RegExp, string][] = [
  [/did not find some options/i, "it has no such option"],
  [/element is not enabled/i, "it is disabled"],
  [/element is not editable/i, "it is read-only"],
  [/element is not visible/i, "it is not visible"],
  [/element is not stable/i, "it keeps moving"],
  [/element is outside of the viewport/i, "it is outside of the visible area"],
  [/element was detached/i, "it was removed from the page"],
];
