import {
  SIGN_IN_ERRORS,
  type SignInError,
  signInErrorText,
} from "@vedette/contract/people/sign-in-errors.ts";
import { expect, test } from "vitest";
import { signInText } from "./sign-in-texts.ts";

test("every failure has the text of the server, with its values", () => {
  const values = { provider: "Acme", domain: "example.org", minutes: 15 };
  for (const code of Object.keys(SIGN_IN_ERRORS))
    expect(signInText({ code, values })).toBe(signInErrorText(code as SignInError, values));
});

test("an unknown code has no text", () => {
  for (const code of ["", "constructor", "of_a_newer_server"])
    expect(signInText({ code, values: {} })).toBeNull();
});
