import { syslogType } from "@vedette/contract/alerts/channels/issue-trackers/syslog.ts";
import { SEND_BYTES_TIMEOUT_MS } from "../../../../platform/net/probes/send-bytes.ts";
import { type Channel, defineChannel, type SendOutcome } from "../../messages/channel.ts";
import { oneLine } from "../../messages/plain-text.ts";
import { syslogMessage } from "../../messages/services/syslog-message.ts";

const PORTS = { tls: 6_514, tcp: 514, udp: 514 } as const;
/** What every receiver of UDP should take. Source: RFC 5424, section 6.1. */
const DATAGRAM_BYTES_MAX = 2_048;
const FRAME_BYTES_MAX = 8_192;
const ERROR_LENGTH_MAX = 200;

/**
 * A syslog server: a connection with one message, framed by its length (RFC 6587 for TCP, RFC 5425 for TLS), or a datagram
 * (RFC 5426). Syslog has no responses: a message is sent once the server's system has taken it.
 */
export function syslogChannel(): Channel {
  return defineChannel({
    declaration: syslogType,
    timeoutMs: SEND_BYTES_TIMEOUT_MS,
    digests: false,
    async send(message, config, ctx): Promise<SendOutcome> {
      const { host, transport, facility } = config;
      const isDatagram = transport === "udp";
      const bytesMax = isDatagram ? DATAGRAM_BYTES_MAX : FRAME_BYTES_MAX;
      const text = syslogMessage(message, { facility, nowMs: ctx.nowMs, bytesMax });
      const bytes = isDatagram ? text : Buffer.concat([Buffer.from(`${text.length} `, "ascii"), text]);
      try {
        const port = config.port ?? PORTS[transport];
        await ctx.sendBytes({ host, port, transport, verify: !config.accept_any_certificate }, bytes);
        return { ok: true, statusCode: null };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        const permanent = { isPermanent: false, retryAfterSeconds: null };
        return { ok: false, statusCode: null, error: oneLine(text, ERROR_LENGTH_MAX), ...permanent };
      }
    },
  });
}
