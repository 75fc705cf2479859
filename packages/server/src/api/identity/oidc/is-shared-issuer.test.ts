import { expect, test } from "vitest";
import { isSharedIssuer } from "./is-shared-issuer.ts";

test.each([
  ["https://login.microsoftonline.com/common/v2.0", true],
  ["https://login.microsoftonline.com/Organizations/v2.0/", true],
  ["https://login.microsoftonline.com//consumers/v2.0", true],
  ["https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", true],
  ["https://login.microsoftonline.com", true],
  ["https://login.microsoftonline.com/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0", false],
  ["https://login.example.com/common", false],
])("%s is shared by tenants: %s", (issuer, isShared) => {
  expect(isSharedIssuer(issuer)).toBe(isShared);
});
