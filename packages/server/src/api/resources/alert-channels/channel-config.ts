import type { AlertChannelType } from "@vedette/contract/alerts/alert-channels.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import type { SecretPart } from "../../../pipeline/alerting/messages/channel.ts";
import { MASK } from "../../../platform/masking/mask.ts";

/** Channel configurations: how the API shows them and how an update is merged. Pure functions. */

export type StoredChannelConfig = Readonly<Record<string, unknown>>;

/** Parses a configuration with the schema of its type and returns the value or all invalid fields. */
export type ReadConfig = (
  type: AlertChannelType,
  config: StoredChannelConfig,
) => { value: StoredChannelConfig; errors: null } | { value: null; errors: ErrorDetail[] };

/** For a shorter secret, the last characters would reveal too much of it. */
const TAIL_SHOWN_MIN_LENGTH = 12;
const TAIL_LENGTH = 4;

/** Returns the configuration as the API returns it, with masked secrets. */
export function maskConfig(type: AlertChannelType, config: StoredChannelConfig): StoredChannelConfig {
  const { secretFields } = CHANNELS[type];
  return Object.fromEntries(
    Object.entries(config).map(([field, value]) => [field, maskField(value, secretFields[field])]),
  );
}

function maskField(value: unknown, part: SecretPart | undefined): unknown {
  if (part === undefined || value == null) return value;
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mask(String(each))]));
  }
  const text = String(value);
  if (part === "text" || !URL.canParse(text)) return mask(text);
  const { origin, pathname, search } = new URL(text);
  if (part === "path") return `${origin}/${mask(`${pathname}${search}`.slice(1))}`;
  return search === "" ? text : `${origin}${pathname}?${mask(search.slice(1))}`;
}

function mask(text: string): string {
  return text.length < TAIL_SHOWN_MIN_LENGTH ? MASK : MASK + text.slice(-TAIL_LENGTH);
}

/** Merges an update into the stored configuration. Returns the invalid fields if the result is not valid. */
export function mergeConfig(
  {
    type,
    stored,
    input,
  }: { type: AlertChannelType; stored: StoredChannelConfig; input: StoredChannelConfig },
  parse: ReadConfig,
): { config: StoredChannelConfig; errors: ErrorDetail[] } {
  const masked = maskConfig(type, stored);
  const merged: Record<string, unknown> = { ...stored };
  for (const [field, value] of Object.entries(input)) {
    if (value === null) delete merged[field];
    else merged[field] = unmask(value, masked[field], stored[field]);
  }
  const parsed = parse(type, merged);
  const errors = (parsed.errors ?? []).map(({ path, message }) => ({ path: `config.${path}`, message }));
  const config: StoredChannelConfig = parsed.value ?? {};
  return { config, errors: errors.length > 0 ? errors : findHeadersForNewHost(stored, config) };
}

/** Returns the stored secret if the value is its masked form, otherwise the value. */
function unmask(value: unknown, masked: unknown, stored: unknown): unknown {
  if (value === masked) return stored;
  if (!isRecord(value) || !isRecord(masked) || !isRecord(stored)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, each === masked[name] ? stored[name] : each]),
  );
}

/**
 * Rejects masked headers if the update changes the host. A user who may update a channel but not read its
 * secrets could otherwise send them to a host of their own.
 */
function findHeadersForNewHost(stored: StoredChannelConfig, config: StoredChannelConfig): ErrorDetail[] {
  if (originOf(stored.url) === originOf(config.url)) return [];
  const [previousHeaders, headers] = [stored.headers, config.headers];
  if (!isRecord(previousHeaders) || !isRecord(headers)) return [];
  return Object.keys(headers)
    .filter((name) => headers[name] === previousHeaders[name])
    .map((name) => ({
      path: `config.headers.${name}`,
      message: "must be entered again because the URL points to another host; or set 'headers' to null",
    }));
}

function originOf(url: unknown): string | null {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
