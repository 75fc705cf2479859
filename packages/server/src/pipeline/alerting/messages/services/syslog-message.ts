import { SYSLOG_FACILITIES } from "@vedette/contract/alerts/channels/issue-trackers/syslog.ts";
import { alertRecord } from "../alert-record.ts";
import type { Message } from "../message.ts";
import { oneLine } from "../plain-text.ts";

/**
 * A message of RFC 5424 on one line, in UTF-8: what it is about in `MSG`, what it is in `MSGID`, such as `alert.opened`. It
 * has no structured data of its own, because that needs an enterprise number.
 */
export function syslogMessage(
  message: Message,
  {
    facility,
    nowMs,
    bytesMax,
  }: { facility: keyof typeof SYSLOG_FACILITIES; nowMs: number; bytesMax: number },
): Buffer {
  const record = alertRecord(message);
  const priority = SYSLOG_FACILITIES[facility] * 8 + severityOf(message, record.severity);
  const host = URL.canParse(message.url) ? new URL(message.url).hostname : "";
  const header = `<${priority}>1 ${new Date(nowMs).toISOString()} ${printable(host, 255)} vedette - alert.${message.kind}`;
  const text = `${record.title} | ${record.text.split("\n").join(" | ")} | ${record.link.url}`;
  const prefix = Buffer.from(`${header} [origin software="Vedette"] \ufeff`, "utf8");
  return Buffer.concat([prefix, utf8Within(oneLine(text, TEXT_LENGTH_MAX), bytesMax - prefix.length)]);
}

const TEXT_LENGTH_MAX = 8_000;

/** Source: RFC 5424, table 2. */
const SEVERITIES = { critical: 2, error: 3, warning: 4, notice: 5, info: 6 } as const;

function severityOf({ kind }: Message, severity: "critical" | "warning" | "info"): number {
  if (kind === "resolved") return SEVERITIES.notice;
  if (kind === "operator") return SEVERITIES.error;
  return kind === "digest" ? SEVERITIES.warning : SEVERITIES[severity];
}

/** Printable ASCII without spaces; the nil value if there is none. */
function printable(text: string, lengthMax: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, lengthMax) || "-";
}

/** The start of a text that fits, without half of a character. */
function utf8Within(text: string, bytesMax: number): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= bytesMax) return bytes;
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
