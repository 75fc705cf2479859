import { CONFIG_KEYS, type ConfigKey } from "../../packages/server/src/platform/config/config-keys.ts";
import { generatedFrom, table } from "./markdown.ts";

/** docs/reference/configuration.md: every key of the environment. */
export function configurationPage(): string {
  const keys = Object.entries<ConfigKey>(CONFIG_KEYS);
  return `${generatedFrom("packages/server/src/platform/config/config-keys.ts")}

# Configuration

Vedette reads its settings from environment variables, once, when it starts. All have a default, so none is
needed. An empty value counts as unset. A value that is not accepted ends the start with one message that names
every faulty key; a key that is not known but looks like one of these is warned about in the log.

A key marked *secret* is never shown, and may also be given as \`<KEY>_FILE\`: the path of a file that holds the
value. Setting both is refused.

${table(["Key", "Default", "Meaning"], keys.map(summaryRow))}
${keys.map(section).join("")}`;
}

function summaryRow([name, key]: [string, ConfigKey]): string[] {
  return [`[\`${name}\`](#${name.toLowerCase()})`, defaultOf(key), `${key.meaning}.`];
}

function section([name, key]: [string, ConfigKey]): string {
  const facts = [
    `- **Accepted:** ${key.form.accepts}`,
    ...(key.unit === null ? [] : [`- **Unit:** ${key.unit}`]),
    `- **Default:** ${defaultOf(key)}`,
    ...(key.isSecret ? [`- **Secret:** may also be read from the file that \`${name}_FILE\` names`] : []),
  ];
  return `
## ${name}

${key.meaning}.

${facts.join("\n")}

${key.reason}
`;
}

function defaultOf({ default: value }: ConfigKey): string {
  if (value === null) return "none";
  return typeof value === "string" ? `\`${value}\`` : value.words;
}
