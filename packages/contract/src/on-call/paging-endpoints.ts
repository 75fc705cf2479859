import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  ContactMethod,
  contactCodeVerify,
  contactMethodCreate,
  NotificationRules,
  notificationRulesUpdate,
} from "./contact-methods.ts";
import type { Drill } from "./drills.ts";
import type { OnCallSettings, onCallSettingsUpdate, Reachability } from "./on-call-settings.ts";

/** How members are reached, and fire drills. */
export type PagingEndpoints = {
  "GET /api/v1/user/contact-methods": { response: ListOf<ContactMethod> };
  "POST /api/v1/user/contact-methods": {
    body: typeof contactMethodCreate;
    response: Success<ContactMethod>;
  };
  "DELETE /api/v1/user/contact-methods/{id}": { response: Success<Deleted> };
  "POST /api/v1/user/contact-methods/{id}/code": { response: Success<ContactMethod> };
  "POST /api/v1/user/contact-methods/{id}/verify": {
    body: typeof contactCodeVerify;
    response: Success<ContactMethod>;
  };
  "GET /api/v1/user/notification-rules": { response: Success<NotificationRules> };
  "PUT /api/v1/user/notification-rules": {
    body: typeof notificationRulesUpdate;
    response: Success<NotificationRules>;
  };
  "GET /api/v1/on-call/settings": { response: Success<OnCallSettings> };
  "PUT /api/v1/on-call/settings": {
    body: typeof onCallSettingsUpdate;
    response: Success<OnCallSettings>;
  };
  "GET /api/v1/on-call/reachability": { response: Success<Reachability> };
  "POST /api/v1/escalation-policies/{id}/drill": { response: Success<Drill> };
  "GET /api/v1/escalation-policies/{id}/drills": { response: ListOf<Drill> };
  "GET /api/v1/escalation-policies/{id}/drills/{drill_id}": { response: Success<Drill> };
  "POST /api/v1/escalation-policies/{id}/drills/{drill_id}/acknowledge": { response: Success<Drill> };
};
