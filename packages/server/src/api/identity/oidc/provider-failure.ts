import type { SignInNotice } from "@vedette/contract/people/sign-in-notices.ts";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";

/** What went wrong at a provider, for the person who signs in. The log has the error itself. */
export function providerFailure(error: unknown): SignInNotice {
  if (error instanceof AuthorizationResponseError)
    return AUTHORIZATION_ERRORS[error.error] ?? "sign_in_failed";
  if (error instanceof ResponseBodyError) {
    return CLIENT_ERRORS.includes(error.error) ? "client_rejected" : "sign_in_failed";
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    // The userinfo endpoint asks for a Bearer token instead. Source: RFC 6749, section 5.2.
    return error.cause.some(({ scheme }) => scheme === "basic") ? "client_rejected" : "sign_in_failed";
  }
  if (error instanceof ClientError) return clientFailure(error);
  return "sign_in_failed";
}

/** Source: RFC 6749, section 4.1.2.1. */
const AUTHORIZATION_ERRORS: { readonly [error: string]: SignInNotice } = {
  access_denied: "provider_denied",
  unauthorized_client: "client_rejected",
  temporarily_unavailable: "provider_unreachable",
  server_error: "provider_unreachable",
};

/** Source: RFC 6749, section 5.2. */
const CLIENT_ERRORS: readonly string[] = ["invalid_client", "unauthorized_client"];

const SERVER_ERROR_MIN = 500;

function clientFailure({ code, cause }: ClientError): SignInNotice {
  switch (code) {
    // An error of the connection: refused, not resolved, not allowed by the egress policy, TLS.
    case undefined:
    case "OAUTH_TIMEOUT":
    case "OAUTH_ABORT":
      return "provider_unreachable";
    case "OAUTH_JWT_TIMESTAMP_CHECK_FAILED":
      return "clocks_differ";
    case "OAUTH_RESPONSE_IS_NOT_CONFORM":
      return cause instanceof Response && cause.status >= SERVER_ERROR_MIN
        ? "provider_unreachable"
        : "wrong_issuer";
    // The metadata is another document, or that of another issuer.
    case "OAUTH_RESPONSE_IS_NOT_JSON":
    case "OAUTH_PARSE_ERROR":
    case "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED":
      return "wrong_issuer";
    default:
      return "sign_in_failed";
  }
}
