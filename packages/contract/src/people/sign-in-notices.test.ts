import { expect, test } from "vitest";
import { SIGN_IN_NOTICES, signInNotice } from "./sign-in-notices.ts";

test("returns a text for every code and none for an unknown code", () => {
  for (const code of Object.keys(SIGN_IN_NOTICES)) expect(signInNotice(code, "Acme")).toMatch(/\.$/);
  for (const other of [null, "", "Call 555-0100", "constructor", "__proto__", "NO_ACCOUNT"])
    expect(signInNotice(other, "Acme")).toBeNull();
});
