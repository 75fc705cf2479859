import { expect, test } from "vitest";
import { SIGN_IN_ERRORS, type SignInError, signInErrorText } from "./sign-in-errors.ts";

test("every text is a sentence, with the values as they are", () => {
  const values = { provider: "Acme", domain: "example.org", minutes: 15 };
  for (const code of Object.keys(SIGN_IN_ERRORS))
    expect(signInErrorText(code as SignInError, values)).toMatch(/^[^{}]+\.$/);
  expect(signInErrorText("account_taken", { provider: "A$&B" })).toBe(
    "The account at A$&B is linked to another user.",
  );
});
