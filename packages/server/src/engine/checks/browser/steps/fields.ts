import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import { act } from "../explain-action.ts";
import { quote, StepFailure } from "../step-failure.ts";
import type { StepScope } from "../step-scope.ts";
import { totpCode } from "../totp.ts";

/** Actions that fill a field. */

export async function fill(step: StepOf<"fill">, scope: StepScope): Promise<undefined> {
  const value = scope.fill(step.value);
  await put(step.selector, scope, { value, isSecret: scope.namesSecret(step.value) });
}

/** Fills the code that is valid when the field is available. */
export async function totp(step: StepOf<"totp">, scope: StepScope): Promise<undefined> {
  const secret = scope.fill(step.secret);
  await scope.locate(scope.fill(step.selector));
  const value = totpCode(secret, scope.ctx.clock.now());
  if (value === null) {
    throw new StepFailure("INVALID_REQUEST", "the secret is neither base32 nor an otpauth:// URL");
  }
  await put(step.selector, scope, { value, isSecret: true });
}

async function put(
  written: string,
  scope: StepScope,
  { value, isSecret }: { value: string; isSecret: boolean },
): Promise<void> {
  const selector = scope.fill(written);
  const locator = await scope.locate(selector);
  await act(scope, { selector, verb: "filled" }, async () => {
    if (isSecret) await scope.secretFields.conceal(locator);
    await locator.fill(value, { timeout: scope.leftMs(), signal: scope.signal });
  });
}

/** Selects an option by its value or its label. */
export async function selectOption(step: StepOf<"select_option">, scope: StepScope): Promise<undefined> {
  const selector = scope.fill(step.selector);
  const value = scope.fill(step.value);
  const locator = await scope.locate(selector);
  const options = { timeout: scope.leftMs(), signal: scope.signal };
  await act(scope, { selector, verb: `set to '${scope.show(value, 80)}'` }, () =>
    locator.selectOption(value, options),
  );
}

export async function press(step: StepOf<"press">, scope: StepScope): Promise<undefined> {
  const key = scope.fill(step.key);
  if (step.selector === null) {
    const page = scope.newestPage();
    await act(scope, { selector: key, verb: "pressed" }, () => page.keyboard.press(key));
    return;
  }
  const selector = scope.fill(step.selector);
  const locator = await scope.locate(selector);
  const options = { timeout: scope.leftMs(), signal: scope.signal };
  await act(scope, { selector, verb: `given the key '${key}'` }, () => locator.press(key, options));
}

export async function upload(step: StepOf<"upload">, scope: StepScope): Promise<undefined> {
  const selector = scope.fill(step.selector);
  const locator = await scope.locate(selector);
  const file = {
    name: scope.fill(step.name),
    mimeType: "application/octet-stream",
    buffer: Buffer.from(step.content_base64, "base64"),
  };
  const options = { timeout: scope.leftMs(), signal: scope.signal };
  const takesNone: unknown = await locator.evaluate(isOtherInput, null, options);
  // Playwright would set the file without an error.
  if (takesNone === true) throw new StepFailure("STEP_FAILED", `${quote(selector)} does not accept files`);
  await act(scope, { selector, verb: "given a file" }, () => locator.setInputFiles(file, options));
}

/** Runs in the page. */
function isOtherInput(element: { tagName: string; type?: string }): boolean {
  return element.tagName === "INPUT" && element.type !== "file";
}
