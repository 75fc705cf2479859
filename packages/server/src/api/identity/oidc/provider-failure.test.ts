import { ClientError } from "openid-client";
import { expect, test } from "vitest";
import { providerFailure } from "./provider-failure.ts";

const clientError = (code: string | undefined, cause?: unknown): ClientError =>
  Object.assign(new ClientError("unexpected", { cause }), { code });

test.each([
  ["an ID token that has expired", clientError("OAUTH_JWT_TIMESTAMP_CHECK_FAILED"), "clocks_differ"],
  ["an ID token of another audience", clientError("OAUTH_JWT_CLAIM_COMPARISON_FAILED"), "sign_in_failed"],
  ["a connection that was refused", clientError(undefined, new Error("refused")), "provider_unreachable"],
  ["metadata with status 502", response(502), "provider_unreachable"],
  ["metadata with status 404", response(404), "wrong_issuer"],
  ["metadata of another issuer", clientError("OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED"), "wrong_issuer"],
  ["any other error", new Error("at_hash does not match"), "sign_in_failed"],
])("%s", (_name, error, notice) => {
  expect(providerFailure(error)).toBe(notice);
});

function response(status: number): ClientError {
  return clientError("OAUTH_RESPONSE_IS_NOT_CONFORM", new Response(null, { status }));
}
