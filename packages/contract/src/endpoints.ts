import type { AlertEndpoints } from "./alerts/alert-endpoints.ts";
import type { ApiMonitorEndpoints } from "./api-monitors/api-monitor-endpoints.ts";
import type { BadgeEndpoints } from "./badges/badge-endpoints.ts";
import type { BillingEndpoints } from "./billing/billing-endpoints.ts";
import type { ChangeEndpoints } from "./changes/change-endpoints.ts";
import type { CodeEndpoints } from "./code/code-endpoints.ts";
import type { TrustEndpoints } from "./code/trusts/trust-endpoints.ts";
import type { EvidenceEndpoints } from "./evidence/evidence-endpoints.ts";
import type { HeartbeatEndpoints } from "./heartbeats/heartbeat-endpoints.ts";
import type { ImportEndpoints } from "./imports/import-endpoints.ts";
import type { IncidentEndpoints } from "./incidents/incident-endpoints.ts";
import type { JourneyEndpoints } from "./journeys/journey-endpoints.ts";
import type { MarkerEndpoints } from "./markers/marker-endpoints.ts";
import type { EscalationEndpoints } from "./on-call/escalation-endpoints.ts";
import type { PagingEndpoints } from "./on-call/paging-endpoints.ts";
import type { PushEndpoints } from "./on-call/push-endpoints.ts";
import type { ScheduleEndpoints } from "./on-call/schedule-endpoints.ts";
import type { PastStateEndpoints } from "./past-state/past-state-endpoints.ts";
import type { AuditStreamEndpoints } from "./people/audit-stream-endpoints.ts";
import type { DeviceEndpoints } from "./people/device-endpoints.ts";
import type { IdentityProviderEndpoints } from "./people/identity-provider-endpoints.ts";
import type { OrganizationEndpoints } from "./people/organization-endpoints.ts";
import type { PasskeyEndpoints } from "./people/passkey-endpoints.ts";
import type { PeopleEndpoints } from "./people/people-endpoints.ts";
import type { ReportEndpoints } from "./reports/report-endpoints.ts";
import type { LocationEndpoints } from "./runners/location-endpoints.ts";
import type { RunEndpoints } from "./runs/run-endpoints.ts";
import type { SearchEndpoints } from "./search/search-endpoints.ts";
import type { ServiceHealthEndpoints } from "./service-health/service-health-endpoints.ts";
import type { SloEndpoints } from "./slos/slo-endpoints.ts";
import type { StatusPageEndpoints } from "./status-pages/status-page-endpoints.ts";
import type { TargetEndpoints } from "./targets/target-endpoints.ts";
import type { TelemetryEndpoints } from "./telemetry/telemetry-endpoints.ts";
import type { VariableEndpoints } from "./variables/variable-endpoints.ts";
import type { ViewEndpoints } from "./views/view-endpoints.ts";

/**
 * The endpoints of the API by method and path. The server's `defineRoute` compiles only if a route agrees with its
 * declaration here, and the dashboard's client has its types from it.
 */
export interface Endpoints
  extends AlertEndpoints,
    ApiMonitorEndpoints,
    AuditStreamEndpoints,
    BadgeEndpoints,
    BillingEndpoints,
    ChangeEndpoints,
    CodeEndpoints,
    DeviceEndpoints,
    EscalationEndpoints,
    EvidenceEndpoints,
    HeartbeatEndpoints,
    ImportEndpoints,
    IncidentEndpoints,
    JourneyEndpoints,
    LocationEndpoints,
    MarkerEndpoints,
    OrganizationEndpoints,
    PastStateEndpoints,
    IdentityProviderEndpoints,
    PasskeyEndpoints,
    PeopleEndpoints,
    PushEndpoints,
    ReportEndpoints,
    RunEndpoints,
    PagingEndpoints,
    ScheduleEndpoints,
    SearchEndpoints,
    ServiceHealthEndpoints,
    SloEndpoints,
    StatusPageEndpoints,
    TargetEndpoints,
    TelemetryEndpoints,
    TrustEndpoints,
    VariableEndpoints,
    ViewEndpoints {}
