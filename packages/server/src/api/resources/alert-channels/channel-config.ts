import {
  type AlertChannelType,
  channelDeclaration,
} from "@vedette/contract/alerts/channels/channel-types.ts";
import type { SecretPart } from "@vedette/contract/alerts/channels/define-channel-type.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
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
  const { secrets } = channelDeclaration(type);
  return Object.fromEntries(
    Object.entries(config).map(([field, value]) => [field, maskField(value, secrets[field])]),
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
  return { config, errors: errors.length > 0 ? errors : findSecretsForNewHost(type, { stored, config }) };
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
 * Rejects secrets that stay the same if the update changes the host that receives them. A user who may update a
 * channel but not read its secrets could otherwise send them to a host of their own.
 */
function findSecretsForNewHost(
  type: AlertChannelType,
  { stored, config }: { stored: StoredChannelConfig; config: StoredChannelConfig },
): ErrorDetail[] {
  const { serverField, secrets } = channelDeclaration(type);
  if (serverField === undefined || hostOf(stored[serverField]) === hostOf(config[serverField])) return [];
  return Object.keys(secrets)
    .filter((field) => field !== serverField)
    .flatMap((field) => keptSecrets(field, stored[field], config[field]))
    .map(({ path, field }) => ({
      path: `config.${path}`,
      message: `must be entered again because '${serverField}' has another host; or set '${field}' to null`,
    }));
}

function keptSecrets(field: string, stored: unknown, value: unknown): { path: string; field: string }[] {
  if (!isRecord(stored) || !isRecord(value))
    return typeof value === "string" && value === stored ? [{ path: field, field }] : [];
  return Object.keys(value)
    .filter((name) => value[name] === stored[name])
    .map((name) => ({ path: `${field}.${name}`, field }));
}

/** The origin of a URL; a host name as it is. */
function hostOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  return URL.canParse(value) ? new URL(value).origin : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
