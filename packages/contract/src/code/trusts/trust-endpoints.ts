import type { Deleted, ListOf, Success } from "../../common/endpoint.ts";
import type {
  CodeToken,
  CodeTrust,
  codeTokenRequest,
  codeTrustCreate,
  codeTrustListQuery,
} from "./code-trusts.ts";

/** Trust in OIDC tokens of CI jobs. */
export type TrustEndpoints = {
  "GET /api/v1/code/trusts": { query: typeof codeTrustListQuery; response: ListOf<CodeTrust> };
  "POST /api/v1/code/trusts": { body: typeof codeTrustCreate; response: Success<CodeTrust> };
  "DELETE /api/v1/code/trusts/{id}": { response: Success<Deleted> };
  "POST /api/v1/code/token": { body: typeof codeTokenRequest; response: Success<CodeToken> };
};
