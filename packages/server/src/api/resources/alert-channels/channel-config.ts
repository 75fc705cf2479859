import type { AlertChannelType } from "@vedette/contract/alerts/alert-channels.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import type { SecretPart } from "../../../pipeline/alerting/messages/channel.ts";
import { MASK } from "../../../platform/masking/mask.ts";

/** Configurations of channels: how they are shown, and what a change makes of them. Pure. */

export type Config = Readonly<Record<string, unknown>>;

/** A configuration as the type's schema has it, or all that is wrong with it, in words for its author. */
export type ReadConfig = (
  type: AlertChannelType,
  config: Config,
) => { value: Config; faults: null } | { value: null; faults: ErrorDetail[] };

/** Fewer characters would give away much of a short secret by its end. */
const TAIL_SHOWN_FROM = 12;
const TAIL_LENGTH = 4;

/** The configuration as answers have it. Source: decisions.md, section 6. */
export function shownConfig(type: AlertChannelType, config: Config): Config {
  const { secretFields } = CHANNELS[type];
  return Object.fromEntries(
    Object.entries(config).map(([field, value]) => [field, shown(value, secretFields[field])]),
  );
}

function shown(value: unknown, part: SecretPart | undefined): unknown {
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
  return text.length < TAIL_SHOWN_FROM ? MASK : MASK + text.slice(-TAIL_LENGTH);
}

/** What of `stored` a change keeps, and what it says anew; or what is wrong with that. */
export function changedConfig(
  { type, stored, input }: { type: AlertChannelType; stored: Config; input: Config },
  read: ReadConfig,
): { config: Config; faults: ErrorDetail[] } {
  const before = shownConfig(type, stored);
  const merged: Record<string, unknown> = { ...stored };
  for (const [field, value] of Object.entries(input)) {
    if (value === null) delete merged[field];
    else merged[field] = unmasked(value, before[field], stored[field]);
  }
  const parsed = read(type, merged);
  const faults = (parsed.faults ?? []).map(({ path, message }) => ({ path: `config.${path}`, message }));
  const config: Config = parsed.value ?? {};
  return { config, faults: faults.length > 0 ? faults : carriedAway(stored, config) };
}

/** The value, or where it is what an answer shows instead of a secret, the secret. */
function unmasked(value: unknown, before: unknown, stored: unknown): unknown {
  if (value === before) return stored;
  if (!isRecord(value) || !isRecord(before) || !isRecord(stored)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, each === before[name] ? stored[name] : each]),
  );
}

/**
 * Headers that would go to another host than they were given for. Who may change a channel may not read its
 * secrets, and would by having them sent to himself.
 */
function carriedAway(stored: Config, config: Config): ErrorDetail[] {
  if (originOf(stored.url) === originOf(config.url)) return [];
  const [before, after] = [stored.headers, config.headers];
  if (!isRecord(before) || !isRecord(after)) return [];
  return Object.keys(after)
    .filter((name) => after[name] === before[name])
    .map((name) => ({
      path: `config.headers.${name}`,
      message: "must be given anew, for the address is another host's; or null for 'headers'",
    }));
}

function originOf(url: unknown): string | null {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
