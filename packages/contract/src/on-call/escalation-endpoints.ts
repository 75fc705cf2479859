import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  EscalationPolicy,
  escalationPolicyCreate,
  escalationPolicyListQuery,
  escalationPolicyUpdate,
} from "./escalation-policies.ts";
import type { EscalationList } from "./escalations.ts";

/** Escalation policies, and their runs. */
export type EscalationEndpoints = {
  "GET /api/v1/escalation-policies": {
    query: typeof escalationPolicyListQuery;
    response: ListOf<EscalationPolicy>;
  };
  "POST /api/v1/escalation-policies": {
    body: typeof escalationPolicyCreate;
    response: Success<EscalationPolicy>;
  };
  "GET /api/v1/escalation-policies/{id}": { response: Success<EscalationPolicy> };
  "PUT /api/v1/escalation-policies/{id}": {
    body: typeof escalationPolicyUpdate;
    response: Success<EscalationPolicy>;
  };
  "DELETE /api/v1/escalation-policies/{id}": { response: Success<Deleted> };
  "GET /api/v1/alerts/{id}/escalations": { response: Success<EscalationList> };
};
