import type { ConfigKey } from "../../packages/server/src/platform/config/config-key.ts";
import { CONFIG_KEYS } from "../../packages/server/src/platform/config/config-keys.ts";
import { generatedHeader, table } from "./markdown.ts";

/** Generates docs/reference/configuration.md: every environment variable. */
export function configurationPage(): string {
  const keys = Object.entries<ConfigKey>(CONFIG_KEYS);
  return `${generatedHeader("packages/server/src/platform/config/config-keys.ts")}

# Configuration

Vedette reads its settings from environment variables once, at startup. All settings are optional. An empty value counts
as not set. An invalid value prevents the start with one message that lists every invalid key; an unknown key that is
similar to a known one is reported in the log.

A key marked *secret* is never shown. It can also be set as \`<KEY>_FILE\`, the path of a file that contains the value.
Setting both is an error.

${table(["Key", "Default", "Meaning"], keys.map(summaryRow))}
${keys.map(section).join("")}`;
}

function summaryRow([name, key]: [string, ConfigKey]): string[] {
  return [`[\`${name}\`](#${name.toLowerCase()})`, formatDefault(key), `${key.meaning}.`];
}

function section([name, key]: [string, ConfigKey]): string {
  const facts = [
    `- **Accepted:** ${key.form.accepts}`,
    ...(key.unit === null ? [] : [`- **Unit:** ${key.unit}`]),
    `- **Default:** ${formatDefault(key)}`,
    ...(key.isSecret ? [`- **Secret:** can also be read from the file in \`${name}_FILE\``] : []),
    ...(key.deprecatedName === undefined
      ? []
      : [`- **Deprecated name:** \`${key.deprecatedName}\`, still accepted`]),
  ];
  return `
## ${name}

${key.meaning}.

${facts.join("\n")}

${key.reason}
`;
}

function formatDefault({ default: value }: ConfigKey): string {
  if (value === null) return "none";
  return typeof value === "string" ? `\`${value}\`` : value.words;
}
