import { expect, test } from "vitest";
import { hideCredential } from "./hide-credentials.ts";

test.each([
  ["Authorization", "Bearer abc.def", "Bearer ••••"],
  ["authorization", "Basic YTpi", "Basic ••••"],
  ["Proxy-Authorization", "Digest username=a, response=b", "Digest ••••"],
  ["Authorization", "one-word", "••••"],
  ["Authorization", "secret in three words", "••••"],
  ["authentication-info", 'rspauth="6629fae4"', "••••"],
  ["Cookie", "a=1; b=2=3", "a=••••; b=••••"],
  ["Cookie", "bare", "••••"],
  ["Set-Cookie", "sid=abc; Path=/; HttpOnly", "sid=••••; Path=/; HttpOnly"],
  ["X-API-Key", "abc", "••••"],
  ["X-Auth-Token", "abc", "••••"],
  ["apikey", "abc", "••••"],
  ["X-Client-Secret", "abc", "••••"],
  ["Accept", "text/html", "text/html"],
  ["X-Keyboard", "azerty", "azerty"],
])("%s: %s is shown as %s", (name, value, shown) => {
  expect(hideCredential(name, value)).toBe(shown);
});
