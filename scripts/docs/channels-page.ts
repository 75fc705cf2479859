import {
  ALERT_CHANNEL_TYPES,
  type AlertChannelType,
  channelDeclaration,
} from "../../packages/contract/src/alerts/channels/channel-types.ts";
import {
  CHANNEL_CATEGORIES,
  type ChannelDeclaration,
  type ChannelFormField,
} from "../../packages/contract/src/alerts/channels/define-channel-type.ts";
import { generatedHeader, table } from "./markdown.ts";

/** Generates docs/reference/channels.md: the channel types and their fields, from their declarations. */
export function channelsPage(): string {
  const sections = Object.entries(CHANNEL_CATEGORIES).flatMap(([category, label]) => {
    const types = ALERT_CHANNEL_TYPES.filter((type) => channelDeclaration(type).category === category);
    return types.length === 0 ? [] : [`## ${label}\n\n${types.map(section).join("\n\n")}`];
  });
  return `${generatedHeader("packages/contract/src/alerts/channels")}

# Channel types

The fields of \`config\` by \`type\`. What to create at each service is in the [guide](../guide/channels.md).

${sections.join("\n\n")}
`;
}

function section(type: AlertChannelType): string {
  const declaration = channelDeclaration(type);
  const { connections = [], fields } = declaration;
  const rows = [
    ...connections.flatMap((connection) =>
      connection.fields.map((field) => row(declaration, field, connection.label)),
    ),
    ...fields.map((field) => row(declaration, field, "")),
  ];
  return `### ${declaration.label}: \`${type}\`\n\n${table(["Field", "Label", "Secret", "Only for", "Description"], rows)}`;
}

const SECRETS = {
  text: "yes",
  path: "the path and query",
  query: "the query",
  values: "the values",
} as const;

function row({ secrets }: ChannelDeclaration, field: ChannelFormField, connection: string): string[] {
  const part = secrets[field.key];
  const label = field.isOptional ? `${field.label} (optional)` : field.label;
  return [`\`${field.key}\``, label, part ? SECRETS[part] : "no", connection, field.hint];
}
