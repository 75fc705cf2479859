import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  IdentityProvider,
  identityProviderCreate,
  identityProviderListQuery,
  identityProviderUpdate,
  singleSignOnBody,
} from "./identity-providers.ts";
import type { Redirect } from "./people.ts";

/** OpenID Connect providers of an organization, and sign-in with them. */
export type IdentityProviderEndpoints = {
  "GET /api/v1/identity-providers": {
    query: typeof identityProviderListQuery;
    response: ListOf<IdentityProvider>;
  };
  "POST /api/v1/identity-providers": {
    body: typeof identityProviderCreate;
    response: Success<IdentityProvider>;
  };
  "GET /api/v1/identity-providers/{id}": { response: Success<IdentityProvider> };
  "PUT /api/v1/identity-providers/{id}": {
    body: typeof identityProviderUpdate;
    response: Success<IdentityProvider>;
  };
  "POST /api/v1/identity-providers/{id}/verify": { response: Success<IdentityProvider> };
  "DELETE /api/v1/identity-providers/{id}": { response: Success<Deleted> };
  "POST /api/auth/sso": { body: typeof singleSignOnBody; response: Success<Redirect> };
};
