import type { AlertChannel, AlertChannelCreateInput } from "@vedette/contract/alerts/alert-channels.ts";
import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import {
  type AlertChannelType,
  channelDeclaration,
} from "@vedette/contract/alerts/channels/channel-types.ts";
import {
  type ChannelConnection,
  type ChannelFormField,
  channelFormFields,
} from "@vedette/contract/alerts/channels/define-channel-type.ts";
import type { QuietHours } from "@vedette/contract/alerts/channels/quiet-hours.ts";
import { hasBodyTemplate } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { t } from "../../language/t.ts";
import { channelText } from "./contract-texts.ts";
import {
  draftOfTemplates,
  NO_TEMPLATES,
  type TemplateDraft,
  templatesOfDraft,
} from "./templates/template-draft.ts";

/** The form state of an alert channel and its request body, from the declaration of its type. Pure. */

export type ChannelValue = string | boolean | readonly string[] | Readonly<Record<string, string>>;

/** Fields that two types share keep their value when the type changes. */
export type ChannelDraft = {
  name: string;
  type: AlertChannelType;
  /** Key of the connection of a type that has several. */
  connection: string;
  values: Readonly<Record<string, ChannelValue>>;
  templates: TemplateDraft;
  /** Null: all. */
  onlySeverity: Severity[] | null;
  quietHours: QuietHours | null;
  /** Whether messages have a link that acknowledges the alert. */
  acknowledgeLinks: boolean;
};

export function emptyChannel(sendsMail: boolean): ChannelDraft {
  return {
    name: "",
    type: sendsMail ? "email" : "slack",
    connection: "",
    values: {},
    templates: NO_TEMPLATES,
    onlySeverity: null,
    quietHours: null,
    acknowledgeLinks: true,
  };
}

/** The chosen connection, or the first one; null if the type has only one way. */
export function connectionOf({
  type,
  connection,
}: Pick<ChannelDraft, "type" | "connection">): ChannelConnection | null {
  const { connections = [] } = channelDeclaration(type);
  return connections.find(({ key }) => key === connection) ?? connections[0] ?? null;
}

export function fieldsOf(draft: Pick<ChannelDraft, "type" | "connection">): readonly ChannelFormField[] {
  return [...(connectionOf(draft)?.fields ?? []), ...channelDeclaration(draft.type).fields];
}

/** Secrets arrive masked. The server keeps a secret that is sent back masked. */
export function draftOfChannel(channel: AlertChannel): ChannelDraft {
  const { name, type, config, only_severity: onlySeverity, quiet_hours: quietHours, templates } = channel;
  const { connections = [] } = channelDeclaration(type);
  const used = connections.find(({ fields }) => fields.some(({ key }) => config[key] != null));
  const fields = channelFormFields(channelDeclaration(type)).filter(({ key }) => config[key] != null);
  const values = fields.map((field) => [field.key, readValue(field, config[field.key])]);
  return {
    ...{ name, type, connection: used?.key ?? "", values: Object.fromEntries(values) },
    templates: draftOfTemplates(templates),
    onlySeverity,
    quietHours,
    acknowledgeLinks: channel.acknowledge_links,
  };
}

function readValue({ input }: ChannelFormField, value: unknown): ChannelValue {
  if (input === "list" || input === "members") return Array.isArray(value) ? value.map(String) : [];
  if (input === "switch") return value === true;
  if (input !== "headers") return String(value);
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

export function textValue({ values }: ChannelDraft, { key, options }: ChannelFormField): string {
  const value = values[key];
  return typeof value === "string" ? value : (options?.[0]?.value ?? "");
}

export function listValue({ values }: ChannelDraft, { key }: ChannelFormField): readonly string[] {
  const value = values[key];
  return Array.isArray(value) ? value : [];
}

export function headersValue({ values }: ChannelDraft, { key }: ChannelFormField): Record<string, string> {
  const value = values[key];
  return typeof value === "object" && !Array.isArray(value) ? { ...(value as Record<string, string>) } : {};
}

/** Returns the request body. */
export function bodyOfChannel(draft: ChannelDraft): AlertChannelCreateInput {
  return createBody({ ...changeOfChannel(draft), type: draft.type });
}

/** The API validates the configuration: its fields are those of the type's declaration. */
function createBody(body: {
  name: string;
  type: AlertChannelType;
  config: object;
  templates: object | null;
}): AlertChannelCreateInput {
  return body as AlertChannelCreateInput;
}

/** Returns the request body of an update: the type of a channel cannot change. */
export function changeOfChannel(draft: ChannelDraft): ChannelChange {
  const { name, type, onlySeverity, quietHours, acknowledgeLinks, templates } = draft;
  const shown = hasBodyTemplate(type) ? templates : { ...templates, body: "" };
  return {
    ...{ name, config: configOf(draft), templates: templatesOfDraft(shown) },
    ...{ only_severity: onlySeverity, quiet_hours: quietHours, acknowledge_links: acknowledgeLinks },
  };
}

type ChannelChange = {
  name: string;
  config: Record<string, unknown>;
  templates: AlertChannel["templates"];
  only_severity: Severity[] | null;
  quiet_hours: QuietHours | null;
  acknowledge_links: boolean;
};

/** Clears the fields of the other connections: the API rejects two together. */
function configOf(draft: ChannelDraft): Record<string, unknown> {
  const cleared = channelFormFields(channelDeclaration(draft.type)).map(({ key }) => [key, null]);
  const sent = fieldsOf(draft).map((field) => [field.key, sentValue(draft, field)]);
  return { ...Object.fromEntries(cleared), ...Object.fromEntries(sent) };
}

function sentValue(draft: ChannelDraft, field: ChannelFormField): unknown {
  const { key, input, isOptional } = field;
  if (input === "list" || input === "members") return [...listValue(draft, field)];
  if (input === "headers") return headersValue(draft, field);
  if (input === "switch") return draft.values[key] === true;
  const text = textValue(draft, field).trim();
  if (text === "" && isOptional) return null;
  return input === "number" && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Returns the destination of a channel, without its secrets. */
export function channelDestination({ type, config }: AlertChannel): string {
  const declaration = channelDeclaration(type);
  const key = declaration.destination.find((one) => config[one] != null);
  const value = key === undefined ? "" : config[key];
  const field = channelFormFields(declaration).find((one) => one.key === key);
  if (field?.input === "members" && Array.isArray(value))
    return t("{count, plural, one {# member} other {# members}}", { count: value.length });
  const option = field?.options?.find((one) => one.value === value);
  if (field && option) return `${channelText(field.label)}: ${channelText(option.label)}`;
  return Array.isArray(value) ? value.join(", ") : String(value);
}
