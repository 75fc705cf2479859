import type { AlertStatus } from "@vedette/contract/alerts/alerts.ts";
import type {
  ChannelPreview,
  ChannelPreviewRequest,
} from "@vedette/contract/alerts/templates/channel-preview.ts";
import { SAMPLE_FIELDS } from "@vedette/contract/alerts/templates/sample-fields.ts";
import { toAlertPayload } from "../../../pipeline/alerting/alerts/alert-payload.ts";
import { describeMessage } from "../../../pipeline/alerting/messages/describe-message.ts";
import type {
  AlertEventType,
  AlertPayload,
  Message,
  MessageVerdict,
} from "../../../pipeline/alerting/messages/message.ts";
import { applyTemplates, textsOf } from "../../../pipeline/alerting/templates/apply-templates.ts";
import {
  loadTemplateFacts,
  type TemplateFacts,
} from "../../../pipeline/alerting/templates/template-facts.ts";
import { findVerdictOf } from "../../../pipeline/evidence/find-verdict.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type AlertContext, findNewestAlert } from "../alerts/service.ts";
import { getOrganization } from "../organizations/service.ts";

type PreviewContext = AlertContext & { serverUrl: string };

/** Renders templates with the last alert of the organization, or with a sample. */
export async function previewTemplates(
  ctx: PreviewContext,
  { templates, kind }: ChannelPreviewRequest,
): Promise<ChannelPreview> {
  const nowMs = ctx.clock.now();
  const { name } = await getOrganization(ctx);
  const last = await findLastAlert(ctx);
  const alert = last?.alert ?? sampleAlert(ctx.orgId, nowMs);
  const message: Message = {
    kind,
    id: newId(nowMs),
    organization: { id: ctx.orgId, name },
    url: `${ctx.serverUrl}/alerts/${alert.id}`,
    alert: atStage(alert, kind, nowMs),
    verdict: last === null ? SAMPLE_VERDICT : last.verdict,
    // A preview acknowledges nothing, so its link is none of an alert.
    acknowledgeUrl: kind === "resolved" ? null : `${ctx.serverUrl}/a/example`,
  };
  const rendered = applyTemplates(message, { templates, facts: last?.facts ?? SAMPLE_FACTS, nowMs });
  const { headline: title, text } = textsOf(describeMessage(rendered));
  const body = rendered.custom?.body;
  return {
    ...{ alert_id: last?.alert.id ?? null, title, text },
    ...{ body: body?.content ?? null, content_type: body?.contentType ?? null },
  };
}

async function findLastAlert({ db, orgId, serverUrl }: PreviewContext) {
  const row = await findNewestAlert(db, orgId);
  if (row === null) return null;
  const facts = await loadTemplateFacts(db, orgId, { ruleId: row.rule_id, targetId: row.target_id });
  const found = await findVerdictOf(db, orgId, {
    ...{ targetId: row.target_id, ruleType: row.rule_type },
    ...{ triggeredAt: row.triggered_at, resolvedAt: row.resolved_at },
  });
  const verdict = found && { ...found, url: `${serverUrl}/alerts/${row.id}#evidence` };
  return { alert: toAlertPayload(row), facts, verdict };
}

/** The alert as it is when the message of this kind is sent. */
function atStage(alert: AlertPayload, kind: AlertEventType, nowMs: number): AlertPayload {
  const status: AlertStatus = kind === "resolved" ? "resolved" : "pending";
  if (kind !== "resolved") return { ...alert, status, resolved_at: null, resolved_by: null };
  const resolvedAt = alert.resolved_at ?? new Date(nowMs).toISOString();
  return { ...alert, status, resolved_at: resolvedAt, resolved_by: alert.resolved_by ?? "auto" };
}

const SAMPLE_AGE_MS = 60_000;

const SAMPLE_FACTS: TemplateFacts = {
  rule_name: "Three failures in a row",
  target_url: "https://shop.example.com/health",
  target_tags: ["shop", "production"],
  target_group: "Frankfurt",
};

const SAMPLE_VERDICT: MessageVerdict = {
  ...{ layer: "tcp", scope: "one_address", certainty: "certain" },
  summary: String(SAMPLE_FIELDS["alert.verdict"]),
  url: String(SAMPLE_FIELDS["alert.evidence_url"]),
};

function sampleAlert(orgId: string, nowMs: number): AlertPayload {
  return {
    id: String(SAMPLE_FIELDS["alert.id"]),
    org_id: orgId,
    rule_id: String(SAMPLE_FIELDS["rule.id"]),
    rule_type: "consecutive_failures",
    severity: "critical",
    status: "pending",
    target: {
      ...{ type: "monitor", id: String(SAMPLE_FIELDS["target.id"]), name: "Shop" },
      ...{ description: null, runbook_url: "https://wiki.example.com/shop", owner: "Team Checkout" },
    },
    title: String(SAMPLE_FIELDS["alert.title"]),
    message: String(SAMPLE_FIELDS["alert.message"]),
    evidence: {
      ...{ location: "paris", locations: ["paris"], result_id: null, run_id: null },
      error: { code: "CONNECT_REFUSED", message: "connection refused" },
      ...{ threshold: 3, value: 3 },
    },
    ...{ group_key: null, suppressed_by: null, sent_at: null, acknowledged_at: null, acknowledged_by: null },
    triggered_at: new Date(nowMs - SAMPLE_AGE_MS).toISOString(),
    ...{ resolved_at: null, resolved_by: null },
  };
}
