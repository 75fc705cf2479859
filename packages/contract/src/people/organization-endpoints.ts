import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { ApiKey, apiKeyCreate, apiKeyListQuery, NewApiKey } from "./api-keys.ts";
import type { AuditEntry, auditListQuery } from "./audit-log.ts";
import type {
  AcceptedInvitation,
  Invitation,
  invitationAccept,
  invitationCreate,
  invitationListQuery,
  Member,
  memberListQuery,
  memberUpdate,
  NewInvitation,
} from "./members.ts";
import type {
  Organization,
  organizationCreate,
  organizationListQuery,
  organizationUpdate,
  ownershipTransfer,
} from "./organizations.ts";
import type { Preferences, preferencesUpdate } from "./preferences.ts";

/** Organizations, members, invitations, API keys and the audit log. */
export type OrganizationEndpoints = {
  "GET /api/v1/api-keys": { query: typeof apiKeyListQuery; response: ListOf<ApiKey> };
  "POST /api/v1/api-keys": { body: typeof apiKeyCreate; response: Success<NewApiKey> };
  "GET /api/v1/api-keys/{id}": { response: Success<ApiKey> };
  "DELETE /api/v1/api-keys/{id}": { response: Success<Deleted> };
  "GET /api/v1/audit-log": { query: typeof auditListQuery; response: ListOf<AuditEntry> };
  "POST /api/v1/organizations/{id}/invitations": {
    body: typeof invitationCreate;
    response: Success<NewInvitation>;
  };
  "GET /api/v1/organizations/{id}/invitations/{invitation_id}": { response: Success<Invitation> };
  "DELETE /api/v1/organizations/{id}/invitations/{invitation_id}": { response: Success<Deleted> };
  "GET /api/v1/organizations/{id}/invitations": {
    query: typeof invitationListQuery;
    response: ListOf<Invitation>;
  };
  "POST /api/v1/invitations/accept": { body: typeof invitationAccept; response: Success<AcceptedInvitation> };
  "GET /api/v1/organizations/{id}/members": { query: typeof memberListQuery; response: ListOf<Member> };
  "GET /api/v1/organizations/{id}/members/{member_id}": { response: Success<Member> };
  "PUT /api/v1/organizations/{id}/members/{member_id}": {
    body: typeof memberUpdate;
    response: Success<Member>;
  };
  "DELETE /api/v1/organizations/{id}/members/{member_id}": { response: Success<Deleted> };
  "GET /api/v1/user/organizations": { query: typeof organizationListQuery; response: ListOf<Organization> };
  "GET /api/v1/user/preferences": { response: Success<Preferences> };
  "PUT /api/v1/user/preferences": { body: typeof preferencesUpdate; response: Success<Preferences> };
  "POST /api/v1/organizations": { body: typeof organizationCreate; response: Success<Organization> };
  "GET /api/v1/organizations/{id}": { response: Success<Organization> };
  "PUT /api/v1/organizations/{id}": { body: typeof organizationUpdate; response: Success<Organization> };
  "DELETE /api/v1/organizations/{id}": { response: Success<Deleted> };
  "POST /api/v1/organizations/{id}/leave": { response: Success<Deleted> };
  "POST /api/v1/organizations/{id}/transfer": { body: typeof ownershipTransfer; response: Success<Member> };
};
