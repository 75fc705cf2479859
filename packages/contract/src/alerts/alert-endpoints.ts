import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { Done } from "../people/people.ts";
import type {
  AlertChannel,
  alertChannelCreate,
  alertChannelDeleteQuery,
  alertChannelListQuery,
  alertChannelUpdate,
  ChannelTest,
} from "./alert-channels.ts";
import type {
  AlertRule,
  alertRuleCreate,
  alertRuleListQuery,
  alertRulePreview,
  alertRuleUpdate,
} from "./alert-rules.ts";
import type { Alert, alertListQuery, Preview } from "./alerts.ts";
import type { BulkAlertsResult, bulkAlerts } from "./bulk-alerts.ts";
import type { ChannelDelivery, channelDeliveryListQuery } from "./channel-deliveries.ts";
import type {
  RecipientDecision,
  recipientLinkBody,
  recipientRefusal,
  recipientResend,
} from "./mail-recipients.ts";
import type {
  MaintenanceWindow,
  maintenanceWindowCreate,
  maintenanceWindowListQuery,
  maintenanceWindowUpdate,
} from "./maintenance-windows.ts";
import type { NoiseReport, ruleNoiseQuery } from "./rule-noise.ts";
import type { RuleTuning, ruleTuneRequest } from "./rule-tuning.ts";
import type { ChannelPreview, channelPreviewRequest } from "./templates/channel-preview.ts";

/** Alerts, rules, channels, email recipients and maintenance windows. */
export type AlertEndpoints = {
  "GET /api/v1/alerts/channels": { query: typeof alertChannelListQuery; response: ListOf<AlertChannel> };
  "POST /api/v1/alerts/channels": { body: typeof alertChannelCreate; response: Success<AlertChannel> };
  "POST /api/v1/alerts/channels/preview": {
    body: typeof channelPreviewRequest;
    response: Success<ChannelPreview>;
  };
  "GET /api/v1/alerts/channels/{id}": { response: Success<AlertChannel> };
  "PUT /api/v1/alerts/channels/{id}": { body: typeof alertChannelUpdate; response: Success<AlertChannel> };
  "DELETE /api/v1/alerts/channels/{id}": {
    query: typeof alertChannelDeleteQuery;
    response: Success<Deleted>;
  };
  "POST /api/v1/alerts/channels/{id}/test": { response: Success<ChannelTest> };
  "POST /api/v1/alerts/channels/{id}/confirmations": {
    body: typeof recipientResend;
    response: Success<Done>;
  };
  "GET /api/v1/alerts/channels/{id}/deliveries": {
    query: typeof channelDeliveryListQuery;
    response: ListOf<ChannelDelivery>;
  };
  "GET /api/v1/alerts/rules": { query: typeof alertRuleListQuery; response: ListOf<AlertRule> };
  "POST /api/v1/alerts/rules": { body: typeof alertRuleCreate; response: Success<AlertRule> };
  "POST /api/v1/alerts/rules/preview": { body: typeof alertRulePreview; response: Success<Preview> };
  "GET /api/v1/alerts/rules/noise": { query: typeof ruleNoiseQuery; response: Success<NoiseReport> };
  "POST /api/v1/alerts/rules/{id}/tune": { body: typeof ruleTuneRequest; response: Success<RuleTuning> };
  "GET /api/v1/alerts/rules/{id}": { response: Success<AlertRule> };
  "PUT /api/v1/alerts/rules/{id}": { body: typeof alertRuleUpdate; response: Success<AlertRule> };
  "DELETE /api/v1/alerts/rules/{id}": { response: Success<Deleted> };
  "GET /api/v1/alerts": { query: typeof alertListQuery; response: ListOf<Alert> };
  "POST /api/v1/alerts/bulk": { body: typeof bulkAlerts; response: Success<BulkAlertsResult> };
  "GET /api/v1/alerts/{id}": { response: Success<Alert> };
  "POST /api/v1/alerts/{id}/resolve": { response: Success<Alert> };
  "POST /api/v1/alerts/{id}/acknowledge": { response: Success<Alert> };
  "POST /api/v1/alerts/{id}/unacknowledge": { response: Success<Alert> };
  "POST /api/v1/mail-recipients/read": {
    body: typeof recipientLinkBody;
    response: Success<RecipientDecision>;
  };
  "POST /api/v1/mail-recipients/confirm": {
    body: typeof recipientLinkBody;
    response: Success<RecipientDecision>;
  };
  "POST /api/v1/mail-recipients/refuse": {
    body: typeof recipientRefusal;
    response: Success<RecipientDecision>;
  };
  "GET /api/v1/maintenance-windows": {
    query: typeof maintenanceWindowListQuery;
    response: ListOf<MaintenanceWindow>;
  };
  "POST /api/v1/maintenance-windows": {
    body: typeof maintenanceWindowCreate;
    response: Success<MaintenanceWindow>;
  };
  "GET /api/v1/maintenance-windows/{id}": { response: Success<MaintenanceWindow> };
  "PUT /api/v1/maintenance-windows/{id}": {
    body: typeof maintenanceWindowUpdate;
    response: Success<MaintenanceWindow>;
  };
  "DELETE /api/v1/maintenance-windows/{id}": { response: Success<Deleted> };
  "POST /api/v1/maintenance-windows/{id}/end": { response: Success<MaintenanceWindow> };
};
