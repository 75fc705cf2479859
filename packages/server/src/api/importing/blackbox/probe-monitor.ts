import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { textPayload } from "../building/text-payload.ts";
import { type DocumentObject, listOf, objectOf, textOf } from "../document-value.ts";
import { dnsFields } from "./dns-module.ts";
import { httpFields, ipFamily, type ModuleContext, tlsConfigReasons } from "./http-module.ts";
import { targetAddress } from "./probe-address.ts";

export type ProbeMonitor = { type: CheckType; fields: DocumentObject } | { type: null; reason: string };

/** Returns the monitor of a target of a module. */
export function probeMonitor(module: DocumentObject, target: string, context: ModuleContext): ProbeMonitor {
  const prober = textOf(module.prober) ?? "";
  const options = objectOf(module[prober]);
  switch (prober) {
    case "http":
      return { type: "url", fields: httpFields(options, target, context) };
    case "tcp":
      return tcpMonitor(options, target, context.reasons);
    case "icmp":
      return { type: "ping", fields: pingFields(options, target, context.reasons) };
    case "dns":
      return { type: "dns", fields: dnsFields(options, target, context.reasons) };
    case "grpc":
      return { type: "grpc", fields: grpcFields(options, target, context.reasons) };
    case "websocket":
      return websocketMonitor(options, target, context.reasons);
    default:
      return { type: null, reason: `There is no check like the prober '${prober.slice(0, 50)}'.` };
  }
}

const QUERY_FIELDS = new Set(["expect", "send", "starttls", "labels"]);
const TCP_FIELDS = new Set([
  "query_response",
  "tls",
  "tls_config",
  "preferred_ip_protocol",
  "ip_protocol_fallback",
]);

type Exchange = { send: string | null; expect: string | null; startsTls: boolean; count: number };

function tcpMonitor(tcp: DocumentObject, target: string, reasons: string[]): ProbeMonitor {
  addUnused(tcp, TCP_FIELDS, reasons);
  const tls = objectOf(tcp.tls_config);
  const address = { ...targetAddress(target), ...ipFamily(tcp, reasons) };
  const verification = { verify_tls: tls.insecure_skip_verify !== true };
  const { send, expect, startsTls, count } = exchangeOf(tcp.query_response, reasons);
  if (startsTls) {
    const protocol = startTlsProtocol(tcp.query_response);
    if (protocol === null)
      return { type: null, reason: "Its dialogue before STARTTLS is of an unknown protocol." };
    tlsConfigReasons(tls, reasons);
    return { type: "tls", fields: { ...address, starttls: protocol, ...verification } };
  }
  if (tcp.tls === true) tlsConfigReasons(tls, reasons);
  if (count > 1) reasons.push("A check sends once and expects once: the rest of the dialogue is left out.");
  return {
    type: "tcp",
    fields: {
      ...address,
      ...(tcp.tls === true && { tls: true, ...verification }),
      ...exchangeFields(send, expect),
    },
  };
}

/** A dialogue that starts with an expectation sends nothing: the server speaks first. */
function exchangeOf(value: unknown, reasons: string[]): Exchange {
  const steps = listOf(value).map(objectOf);
  for (const step of steps) addUnused(step, QUERY_FIELDS, reasons);
  const parts = steps.flatMap((step) => [
    ...(textOf(step.expect) ? [{ kind: "expect", text: textOf(step.expect) ?? "" }] : []),
    ...(textOf(step.send) ? [{ kind: "send", text: textOf(step.send) ?? "" }] : []),
  ]);
  const [first, second] = parts;
  const startsTls = steps.some(({ starttls }) => starttls === true);
  if (first?.kind === "send") {
    const expect = second?.kind === "expect" ? second.text : null;
    const used = expect === null ? 1 : 2;
    // Blackbox ends each line that it sends.
    return { send: `${first.text}\n`, expect, startsTls, count: parts.length > used ? 2 : 1 };
  }
  return { send: null, expect: first?.text ?? null, startsTls, count: parts.length > 1 ? 2 : 1 };
}

function exchangeFields(send: string | null, expect: string | null): DocumentObject {
  return {
    ...(send !== null && { send: escapeTemplate(textPayload(send)) }),
    ...(expect !== null && { expect, expect_type: "matches" }),
  };
}

function startTlsProtocol(value: unknown): string | null {
  const sent = listOf(value).map((step) => (textOf(objectOf(step).send) ?? "").trim().toUpperCase());
  if (sent.some((text) => text.startsWith("EHLO"))) return "smtp";
  if (sent.includes("STLS")) return "pop3";
  if (sent.some((text) => text.startsWith("AUTH TLS"))) return "ftp";
  return sent.some((text) => /^\S+ STARTTLS$/.test(text)) ? "imap" : null;
}

const ICMP_FIELDS = new Set(["preferred_ip_protocol", "ip_protocol_fallback", "payload_size"]);

function pingFields(icmp: DocumentObject, target: string, reasons: string[]): DocumentObject {
  addUnused(icmp, ICMP_FIELDS, reasons);
  const size = icmp.payload_size;
  return {
    host: targetAddress(target).host,
    // Blackbox sends one packet.
    count: 1,
    ...(typeof size === "number" && size > 0 && { packet_size: size }),
    ...ipFamily(icmp, reasons),
  };
}

const GRPC_FIELDS = new Set([
  "service",
  "tls",
  "tls_config",
  "preferred_ip_protocol",
  "ip_protocol_fallback",
]);

function grpcFields(grpc: DocumentObject, target: string, reasons: string[]): DocumentObject {
  addUnused(grpc, GRPC_FIELDS, reasons);
  const tls = objectOf(grpc.tls_config);
  tlsConfigReasons(tls, reasons);
  return {
    ...targetAddress(target),
    service: textOf(grpc.service) ?? "",
    tls: grpc.tls === true,
    verify_tls: tls.insecure_skip_verify !== true,
    ...ipFamily(grpc, reasons),
  };
}

const WEBSOCKET_FIELDS = new Set(["query_response", "preferred_ip_protocol", "ip_protocol_fallback"]);

function websocketMonitor(websocket: DocumentObject, target: string, reasons: string[]): ProbeMonitor {
  addUnused(websocket, WEBSOCKET_FIELDS, reasons);
  const { send, expect, count } = exchangeOf(websocket.query_response, reasons);
  if (count > 1) reasons.push("A check sends once and expects once: the rest of the dialogue is left out.");
  const url = /^wss?:\/\//i.test(target) ? target : `ws://${target}`;
  // A message has no end of line.
  const exchange = exchangeFields(send === null ? null : send.slice(0, -1), expect);
  return {
    type: "websocket",
    fields: { url: escapeTemplate(url), ...exchange, ...ipFamily(websocket, reasons) },
  };
}

function addUnused(options: DocumentObject, known: ReadonlySet<string>, reasons: string[]): void {
  for (const name of Object.keys(options))
    if (!known.has(name)) reasons.push(`The field '${name.slice(0, 100)}' has no counterpart.`);
}
