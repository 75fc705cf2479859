import type { TemplateFieldName, TemplateValue } from "@vedette/contract/alerts/templates/template-fields.ts";
import type { AlertPayload, Message } from "../messages/message.ts";
import type { TemplateFacts } from "./template-facts.ts";

type FieldValues = Record<TemplateFieldName, TemplateValue>;

type FieldSource = {
  message: Message;
  facts: TemplateFacts;
  /** The texts of the message, as `describeMessage` returns them or as templates have replaced them. */
  headline: string;
  text: string;
  nowMs: number;
};

/** The values of all fields that templates may reference. Those of an alert are null if the message has none of its own. */
export function messageFields(source: FieldSource): FieldValues {
  const { message, headline, text } = source;
  const alert = "alert" in message ? message.alert : null;
  return {
    "message.kind": message.kind,
    "message.headline": headline,
    "message.text": text,
    "message.url": message.url,
    "message.alert_count": alertCount(message),
    ...alertFields(source, alert),
    ...targetFields(source, alert),
    "rule.id": alert?.rule_id ?? null,
    "rule.name": alert && source.facts.rule_name,
    "rule.type": alert?.rule_type ?? null,
    ...evidenceFields(alert),
    "organization.id": message.organization.id,
    "organization.name": message.organization.name,
  };
}

function alertCount(message: Message): number {
  if (message.kind === "digest") return message.alerts.length;
  return "alert" in message ? (message.group?.alerts.length ?? 1) : 0;
}

type FieldsOf<Section extends string> = Pick<FieldValues, Extract<TemplateFieldName, `${Section}.${string}`>>;

function alertFields({ message, nowMs }: FieldSource, alert: AlertPayload | null): FieldsOf<"alert"> {
  const verdict = "alert" in message ? message.verdict : null;
  const endMs = alert === null ? 0 : Date.parse(alert.resolved_at ?? new Date(nowMs).toISOString());
  return {
    "alert.id": alert?.id ?? null,
    "alert.status": alert?.status ?? null,
    "alert.severity": alert?.severity ?? null,
    "alert.title": alert?.title ?? null,
    "alert.message": alert?.message ?? null,
    "alert.triggered_at": alert?.triggered_at ?? null,
    "alert.resolved_at": alert?.resolved_at ?? null,
    "alert.duration_seconds":
      alert && Math.max(0, Math.round((endMs - Date.parse(alert.triggered_at)) / 1_000)),
    "alert.url": alert && message.url,
    "alert.acknowledge_url": message.acknowledgeUrl ?? null,
    "alert.verdict": verdict?.summary ?? null,
    "alert.evidence_url": verdict?.url ?? null,
  };
}

function targetFields({ facts }: FieldSource, alert: AlertPayload | null): FieldsOf<"target"> {
  return {
    "target.type": alert?.target.type ?? null,
    "target.id": alert?.target.id ?? null,
    "target.name": alert?.target.name ?? null,
    "target.url": alert && facts.target_url,
    "target.tags": alert && facts.target_tags,
    "target.group": alert && facts.target_group,
    "target.owner": alert?.target.owner ?? null,
    "target.runbook_url": alert?.target.runbook_url ?? null,
  };
}

function evidenceFields(alert: AlertPayload | null): FieldsOf<"evidence"> {
  const evidence = alert?.evidence ?? null;
  const { location = null } = evidence ?? {};
  return {
    "evidence.error": evidence?.error?.message ?? null,
    "evidence.error_code": evidence?.error?.code ?? null,
    "evidence.value": evidence?.value ?? null,
    "evidence.threshold": evidence?.threshold ?? null,
    "evidence.location": location,
    "evidence.locations": evidence && (evidence.locations ?? (location === null ? [] : [location])),
  };
}
