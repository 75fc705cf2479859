import type { SyslogConfig } from "@vedette/contract/people/audit-streams.ts";
import type { StreamEntry } from "./stream-entry.ts";

/** Syslog messages by RFC 5424, framed by RFC 5425. Pure. */

/** `log audit` of RFC 5424, table 1. */
const FACILITY = 13;
/** Table 2. */
const WARNING = 4;
const NOTICE = 5;
/** What someone was kept from. */
const WARNINGS = new Set(["access.denied", "sign_in.failed"]);

/** The number that RFC 5612 reserves for documentation: this product has no number of its own. */
const ELEMENT = "audit@32473";

/**
 * Receivers accept less by default: rsyslog 8 KiB. A longer message is sent without `before` and `after`, which the API has.
 * A hash that covers the entry is still in it.
 */
export const SYSLOG_MESSAGE_BYTES_MAX = 65_536;

/** A frame for each entry, in their order. `host` is the name of this server. */
export function syslogFrames(
  entries: readonly StreamEntry[],
  { host, format }: { host: string; format: SyslogConfig["format"] },
): Buffer {
  return Buffer.concat(entries.map((entry) => frameOf(fittingMessage(entry, { host, format }))));
}

/** Source: RFC 5425, section 4.3: MSG-LEN counts octets. */
function frameOf(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

function fittingMessage(
  entry: StreamEntry,
  options: { host: string; format: SyslogConfig["format"] },
): Buffer {
  const message = messageOf(entry, options);
  if (message.length <= SYSLOG_MESSAGE_BYTES_MAX) return message;
  // `hashed` contains both.
  return messageOf({ ...entry, before: null, after: null, hashed: "" }, { ...options, isCut: true });
}

function messageOf(
  entry: StreamEntry,
  { host, format, isCut = false }: { host: string; format: SyslogConfig["format"]; isCut?: boolean },
): Buffer {
  const priority = FACILITY * 8 + (WARNINGS.has(entry.action) ? WARNING : NOTICE);
  const header = `<${priority}>1 ${entry.created_at} ${headerName(host, 255)} vedette - ${headerName(entry.action, 32)}`;
  const cut = isCut ? { cut: true } : {};
  if (format === "json") {
    const { hashed, ...rest } = entry;
    const body = { ...rest, ...(isCut ? cut : { hashed }) };
    return Buffer.from(`${header} - ${JSON.stringify(body)}`);
  }
  return Buffer.from(
    `${header} ${structuredData({ ...parametersOf(entry), ...cut })} \ufeff${sentenceOf(entry)}`,
  );
}

function parametersOf(entry: StreamEntry): Record<string, unknown> {
  return {
    org: entry.org_id,
    number: entry.number,
    id: entry.id,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    targetType: entry.target.type,
    targetId: entry.target.id,
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
    requestId: entry.request_id,
    ip: entry.ip,
    previousHash: entry.previous_hash,
    hash: entry.hash,
  };
}

/** Source: RFC 5424, section 6.3. A parameter without a value is left out. */
function structuredData(parameters: Record<string, unknown>): string {
  const shown = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return `[${[ELEMENT, ...shown.map(([name, value]) => `${name}="${escaped(String(value))}"`)].join(" ")}]`;
}

function escaped(text: string): string {
  return text.replaceAll(/["\\\]]/g, "\\$&");
}

/** In one line: receivers write a message as a line. */
function sentenceOf({ actor, action, target }: StreamEntry): string {
  return `${actor.name}: ${action} (${target.type} ${target.id})`.replaceAll(/\p{Cc}+/gu, " ");
}

/** Fields of the header are printable ASCII without spaces; an empty one is `-`. */
function headerName(text: string, lengthMax: number): string {
  const name = text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, lengthMax);
  return name === "" ? "-" : name;
}
