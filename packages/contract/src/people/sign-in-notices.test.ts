import { expect, test } from "vitest";
import { SIGN_IN_NOTICES, type SignInNotice, signInNoticeText } from "./sign-in-notices.ts";

test("every text is a sentence, with the name of the provider as it is", () => {
  for (const code of Object.keys(SIGN_IN_NOTICES))
    expect(signInNoticeText(code as SignInNotice, "Acme")).toMatch(/^[^{}]+\.$/);
  expect(signInNoticeText("account_taken", "A$&B")).toBe("The account at A$&B is linked to another user.");
});
