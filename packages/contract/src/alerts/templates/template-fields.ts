/** The fields that templates of messages may reference. All are in the guide, and in the preview. */

/** Changes if a field changes its meaning or is removed. */
export const TEMPLATE_PAYLOAD_VERSION = 1;

export type TemplateValue = string | number | null | readonly TemplateValue[] | TemplateSection;
export type TemplateSection = { readonly [name: string]: TemplateValue };

/** What each field holds. Fields of an alert are null in digests, tests and messages of the operator. */
export const TEMPLATE_FIELDS = {
  "message.kind": "`opened`, `reminder`, `resolved`, `digest`, `operator` or `test`",
  "message.headline": "First line of the message; in `body` with the template `title` applied",
  "message.text": "The rest of the message, in lines; in `body` with the template `text` applied",
  "message.url": "The page in Vedette for the message",
  "message.alert_count": "Number of alerts in the message",
  "alert.id": "ID of the alert; of a group of alerts: of the first one, as all fields of `alert`",
  "alert.status": "`pending`, `sent`, `failed` or `resolved`",
  "alert.severity": "`critical` or `warning`",
  "alert.title": "Title, such as `Shop is down`",
  "alert.message": "Cause in a sentence",
  "alert.triggered_at": "When the alert opened, as `2026-01-31T12:00:00.000Z`",
  "alert.resolved_at": "When it resolved, or null",
  "alert.duration_seconds": "Seconds from its opening to its end, or to now",
  "alert.url": "The page of the alert",
  "alert.acknowledge_url": "Link that acknowledges the alerts of the message, or null",
  "alert.verdict": "Why the target is down, in one or two sentences, or null while that is not known",
  "alert.evidence_url": "The evidence for the verdict, or null without one",
  "target.type": "`monitor`, `api_monitor`, `journey` or `heartbeat`",
  "target.id": "ID of the target",
  "target.name": "Name of the target when the alert opened",
  "target.url": "URL, or host and port, that is checked; null for kinds without one",
  "target.tags": "Tags of the target: a list",
  "target.group": "Name of the group of the target, or null",
  "target.owner": "Who is responsible for the target, or null",
  "target.runbook_url": "Runbook of the target, or null",
  "rule.id": "ID of the rule",
  "rule.name": "Name of the rule, or null if it was deleted",
  "rule.type": "Type of the rule, such as `consecutive_failures`",
  "evidence.error": "Last error in words, or null",
  "evidence.error_code": "Code of the last error, such as `CONNECT_REFUSED`, or null",
  "evidence.value": "Measured value",
  "evidence.threshold": "Threshold of the rule",
  "evidence.location": "Location of the result that triggered the rule, or null",
  "evidence.locations": "Locations where the condition holds: a list",
  "organization.id": "ID of the organization",
  "organization.name": "Name of the organization",
} as const satisfies Record<string, string>;
export type TemplateFieldName = keyof typeof TEMPLATE_FIELDS;

const PAYLOAD_VERSION_NAME = "payload_version";

/** Every name that a template may reference: fields, and sections as a whole. */
export const TEMPLATE_NAMES: readonly string[] = [
  PAYLOAD_VERSION_NAME,
  ...new Set(Object.keys(TEMPLATE_FIELDS).map((name) => name.split(".")[0] ?? name)),
  ...Object.keys(TEMPLATE_FIELDS),
];

/** Builds the sections from the values of all fields. */
export function templateSections(values: Record<TemplateFieldName, TemplateValue>): TemplateSection {
  const sections: Record<string, TemplateValue> = { [PAYLOAD_VERSION_NAME]: TEMPLATE_PAYLOAD_VERSION };
  for (const [name, value] of Object.entries(values)) {
    const [section = name, field = name] = name.split(".");
    sections[section] = { ...(sections[section] as TemplateSection | undefined), [field]: value };
  }
  return sections;
}

/** Returns the value of a name, or null for a name that does not exist. */
export function templateValueAt(sections: TemplateSection, name: string): TemplateValue {
  const [section = name, field] = name.split(".");
  const value = Object.hasOwn(sections, section) ? (sections[section] ?? null) : null;
  if (field === undefined) return value;
  return isSection(value) && Object.hasOwn(value, field) ? (value[field] ?? null) : null;
}

function isSection(value: TemplateValue): value is TemplateSection {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a text: lists separated by commas, sections as JSON, null as nothing. */
export function templateText(value: TemplateValue): string {
  if (value === null) return "";
  if (typeof value === "object") {
    return Array.isArray(value) ? value.map(templateText).join(", ") : JSON.stringify(value);
  }
  return String(value);
}
