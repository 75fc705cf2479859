import {
  SIGN_IN_NOTICES,
  type SignInNotice,
  signInNoticeText,
} from "@vedette/contract/people/sign-in-notices.ts";
import { expect, test } from "vitest";
import { signInFailureText } from "./sign-in-failure.ts";

test("every failure has the text of the server, with the name of the provider", () => {
  for (const code of Object.keys(SIGN_IN_NOTICES))
    expect(signInFailureText(code, "Acme")).toBe(signInNoticeText(code as SignInNotice, "Acme"));
});

test("an unknown code has no text", () => {
  for (const other of [null, "", "Call 555-0100", "constructor", "__proto__"])
    expect(signInFailureText(other, "Acme")).toBeNull();
  expect(signInFailureText("account_taken", null)).toContain("OpenID Connect");
});
