import { expect, test } from "vitest";
import { signInFailureText } from "./sign-in-failure.ts";

test("a code of the URL is shown only if it is of a sign-in with another provider", () => {
  for (const other of [null, "", "Call 555-0100", "constructor", "__proto__", "wrong_code"])
    expect(signInFailureText(other, "Acme")).toBeNull();
  expect(signInFailureText("account_taken", "Acme")).toContain("Acme");
  expect(signInFailureText("account_taken", null)).toContain("OpenID Connect");
});
