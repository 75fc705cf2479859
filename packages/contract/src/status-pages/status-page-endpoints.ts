import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  PageComponent,
  PageGroup,
  pageComponentCreate,
  pageComponentUpdate,
  pageGroupCreate,
  pageGroupUpdate,
} from "./page-components.ts";
import type { PageDomain, pageDomainCreate } from "./page-domains.ts";
import type {
  incidentUpdateCreate,
  incidentUpdateEdit,
  PageIncident,
  PageMaintenance,
  pageIncidentCreate,
  pageIncidentListQuery,
  pageIncidentUpdate,
} from "./page-incidents.ts";
import type { PageOrder, pageOrderUpdate } from "./page-order.ts";
import type { PagePreview, statusPagePreview } from "./page-preview.ts";
import type { PageState } from "./page-states.ts";
import type {
  PageSubscriber,
  pageSubscriberCreate,
  pageSubscriberListQuery,
  SubscriberCounts,
  SubscriberDelivery,
} from "./page-subscribers.ts";
import type { PageSuggestion } from "./page-suggestion.ts";
import type {
  FeedToken,
  PageStatus,
  StatusPage,
  statusPageCreate,
  statusPageListQuery,
  statusPageUpdate,
} from "./status-pages.ts";

/** Status pages. */
export type StatusPageEndpoints = {
  "GET /api/v1/status-pages": { query: typeof statusPageListQuery; response: ListOf<StatusPage> };
  "POST /api/v1/status-pages": { body: typeof statusPageCreate; response: Success<StatusPage> };
  "GET /api/v1/status-pages/states": { response: ListOf<PageState> };
  "GET /api/v1/status-pages/suggestion": { response: Success<PageSuggestion> };
  "GET /api/v1/status-pages/{id}": { response: Success<StatusPage> };
  "PUT /api/v1/status-pages/{id}": { body: typeof statusPageUpdate; response: Success<StatusPage> };
  "DELETE /api/v1/status-pages/{id}": { response: Success<Deleted> };
  "POST /api/v1/status-pages/{id}/preview": {
    body: typeof statusPagePreview;
    response: Success<PagePreview>;
  };
  "GET /api/v1/status-pages/{id}/order": { response: Success<PageOrder> };
  "PUT /api/v1/status-pages/{id}/order": { body: typeof pageOrderUpdate; response: Success<PageOrder> };
  "GET /api/v1/status-pages/{id}/status": { response: Success<PageStatus> };
  "POST /api/v1/status-pages/{id}/feed-token": { response: Success<FeedToken> };
  "DELETE /api/v1/status-pages/{id}/feed-token": { response: Success<StatusPage> };
  "POST /api/v1/status-pages/{id}/images/{image}": { body: FormData; response: Success<StatusPage> };
  "DELETE /api/v1/status-pages/{id}/images/{image}": { response: Success<StatusPage> };
  "GET /api/v1/status-pages/{id}/component-groups": { response: ListOf<PageGroup> };
  "POST /api/v1/status-pages/{id}/component-groups": {
    body: typeof pageGroupCreate;
    response: Success<PageGroup>;
  };
  "GET /api/v1/status-pages/{id}/component-groups/{group_id}": { response: Success<PageGroup> };
  "PUT /api/v1/status-pages/{id}/component-groups/{group_id}": {
    body: typeof pageGroupUpdate;
    response: Success<PageGroup>;
  };
  "DELETE /api/v1/status-pages/{id}/component-groups/{group_id}": { response: Success<Deleted> };
  "GET /api/v1/status-pages/{id}/components": { response: ListOf<PageComponent> };
  "POST /api/v1/status-pages/{id}/components": {
    body: typeof pageComponentCreate;
    response: Success<PageComponent>;
  };
  "GET /api/v1/status-pages/{id}/components/{component_id}": { response: Success<PageComponent> };
  "PUT /api/v1/status-pages/{id}/components/{component_id}": {
    body: typeof pageComponentUpdate;
    response: Success<PageComponent>;
  };
  "DELETE /api/v1/status-pages/{id}/components/{component_id}": { response: Success<Deleted> };
  "GET /api/v1/status-pages/{id}/incidents": {
    query: typeof pageIncidentListQuery;
    response: ListOf<PageIncident>;
  };
  "POST /api/v1/status-pages/{id}/incidents": {
    body: typeof pageIncidentCreate;
    response: Success<PageIncident>;
  };
  "GET /api/v1/status-pages/{id}/incidents/{incident_id}": { response: Success<PageIncident> };
  "PUT /api/v1/status-pages/{id}/incidents/{incident_id}": {
    body: typeof pageIncidentUpdate;
    response: Success<PageIncident>;
  };
  "DELETE /api/v1/status-pages/{id}/incidents/{incident_id}": { response: Success<Deleted> };
  "POST /api/v1/status-pages/{id}/incidents/{incident_id}/updates": {
    body: typeof incidentUpdateCreate;
    response: Success<PageIncident>;
  };
  "PUT /api/v1/status-pages/{id}/incidents/{incident_id}/updates/{update_id}": {
    body: typeof incidentUpdateEdit;
    response: Success<PageIncident>;
  };
  "GET /api/v1/status-pages/{id}/maintenances": { response: ListOf<PageMaintenance> };
  "GET /api/v1/status-pages/{id}/domains": { response: ListOf<PageDomain> };
  "POST /api/v1/status-pages/{id}/domains": { body: typeof pageDomainCreate; response: Success<PageDomain> };
  "GET /api/v1/status-pages/{id}/domains/{domain_id}": { response: Success<PageDomain> };
  "DELETE /api/v1/status-pages/{id}/domains/{domain_id}": { response: Success<Deleted> };
  "POST /api/v1/status-pages/{id}/domains/{domain_id}/verify": { response: Success<PageDomain> };
  "GET /api/v1/status-pages/{id}/subscribers": {
    query: typeof pageSubscriberListQuery;
    response: ListOf<PageSubscriber>;
  };
  "POST /api/v1/status-pages/{id}/subscribers": {
    body: typeof pageSubscriberCreate;
    response: Success<PageSubscriber>;
  };
  "GET /api/v1/status-pages/{id}/subscriber-counts": { response: Success<SubscriberCounts> };
  "GET /api/v1/status-pages/{id}/subscribers/{subscriber_id}": { response: Success<PageSubscriber> };
  "DELETE /api/v1/status-pages/{id}/subscribers/{subscriber_id}": { response: Success<Deleted> };
  "GET /api/v1/status-pages/{id}/subscribers/{subscriber_id}/deliveries": {
    response: ListOf<SubscriberDelivery>;
  };
};
