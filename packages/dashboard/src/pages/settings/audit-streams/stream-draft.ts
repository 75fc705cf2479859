import { type AuditStream, SYSLOG_PORT } from "@vedette/contract/people/audit-streams.ts";

/** What the form of an audit stream holds. */
export type StreamDraft = {
  name: string;
  type: AuditStream["type"];
  url: string;
  host: string;
  port: string;
  format: "structured" | "json";
  caCertificate: string;
  clientCertificate: string;
  /** Empty keeps the key that is stored: it is never shown. */
  clientKey: string;
  start: "now" | "oldest";
};

const NEW: StreamDraft = {
  ...{ name: "", type: "syslog", url: "", host: "", port: String(SYSLOG_PORT), format: "structured" },
  ...{ caCertificate: "", clientCertificate: "", clientKey: "", start: "now" },
};

export function streamDraftOf(stream: AuditStream | null): StreamDraft {
  if (stream === null) return NEW;
  const { name, type } = stream;
  if (stream.type === "webhook") return { ...NEW, name, type, url: stream.config.url };
  const { host, port, format, ca_certificate: ca, client_certificate: client } = stream.config;
  const certificates = { caCertificate: ca ?? "", clientCertificate: client ?? "" };
  return { ...NEW, name, type, host, port: String(port), format, ...certificates };
}

/** The fields of a request to create a stream. */
export function creationOf(draft: StreamDraft) {
  const { name, start } = draft;
  return draft.type === "webhook"
    ? { name, start, type: draft.type, config: { url: draft.url } }
    : { name, start, type: draft.type, config: syslogConfigOf(draft) };
}

/** The fields of a request to change a stream. */
export function changeOf(draft: StreamDraft) {
  return { name: draft.name, config: draft.type === "webhook" ? { url: draft.url } : syslogConfigOf(draft) };
}

function syslogConfigOf({ host, port, format, caCertificate, clientCertificate, clientKey }: StreamDraft) {
  return {
    ...{ host, port: Number(port), format },
    ca_certificate: textOrNull(caCertificate),
    client_certificate: textOrNull(clientCertificate),
    ...(clientKey.trim() !== "" && { client_key: clientKey }),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
