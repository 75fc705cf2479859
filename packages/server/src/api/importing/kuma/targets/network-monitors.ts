import { isObject } from "../../document-value.ts";
import { jsonOf } from "../draft/row-values.ts";
import { addConditions } from "./conditions.ts";
import { isSecretHeader } from "./http-monitor.ts";
import type { TargetDraft } from "./target-draft.ts";

/** Monitors of ports, names, hosts, and of gRPC and WebSocket. */

export function addHostAndPort(draft: TargetDraft): void {
  draft.fields.host = draft.text("hostname").trim();
  const port = draft.number("port");
  if (port !== null && port !== 0) draft.fields.port = port;
}

/** The protocols whose ports begin with a text and change to TLS on request. */
const STARTTLS_TYPES: Readonly<Record<number, string>> = { 110: "pop3", 143: "imap" };

/** `smtp_security` is also the TLS mode of a port. */
export function mapPort(draft: TargetDraft): void {
  const { fields } = draft;
  fields.type = "tcp";
  addHostAndPort(draft);
  const security = draft.text("smtp_security");
  if (security === "secure") fields.tls = true;
  if (security === "starttls") {
    fields.type = STARTTLS_TYPES[draft.number("port") ?? 0] ?? "smtp";
    fields.tls_mode = "starttls";
    draft.note(`STARTTLS is checked by the type '${fields.type}'.`);
  }
  if (draft.flag("ignore_tls") && (fields.tls === true || fields.tls_mode !== undefined))
    fields.verify_tls = false;
  const alert = draft.text("expected_tls_alert");
  if (alert !== "" && alert !== "none") draft.review(`The expected TLS alert '${alert}' has no counterpart.`);
}

const PING = { count: { min: 1, max: 20 }, size: { min: 0, max: 65_507 } };

export function mapPing(draft: TargetDraft): void {
  const { fields } = draft;
  fields.type = "ping";
  fields.host = draft.text("hostname").trim();
  const count = draft.number("ping_count") ?? 1;
  fields.count = Math.min(Math.max(count, PING.count.min), PING.count.max);
  if (fields.count !== count) draft.note(`A ping has ${fields.count} packets, not ${count}.`);
  const size = draft.number("packet_size") ?? 56;
  const limited = Math.min(Math.max(size, PING.size.min), PING.size.max);
  if (limited !== 56) fields.packet_size = limited;
  if (limited !== size) draft.note(`The packet size of ${size} is changed to ${limited}.`);
  if ((draft.number("ping_per_request_timeout") ?? 2) !== 2)
    draft.note("The timeout of each packet has no counterpart; the timeout of the check applies.");
}

const SERVERS_MAX = 5;

export function mapDns(draft: TargetDraft): void {
  const { fields } = draft;
  fields.type = "dns";
  fields.host = draft.text("hostname").trim();
  const record = draft.text("dns_resolve_type");
  if (record !== "") fields.record = record;
  const servers = draft
    .text("dns_resolve_server")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (servers.length > 0) {
    fields.server = servers.slice(0, SERVERS_MAX);
    const port = draft.number("port");
    if (port !== null && port !== 53) fields.port = port;
  }
  if (servers.length > 1)
    draft.note("All servers must give the same answer; Uptime Kuma asked one after the other.");
  if (servers.length > SERVERS_MAX) draft.note(`Only ${SERVERS_MAX} servers are kept.`);
  addConditions(draft, { record: "answer" });
}

const NORMAL_CLOSURE = '["1000"]';

export function mapWebSocket(draft: TargetDraft): void {
  const { fields } = draft;
  fields.type = "websocket";
  fields.url = draft.literal(draft.text("url").trim());
  const subprotocols = draft
    .text("ws_subprotocol")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (subprotocols[0] !== undefined) fields.subprotocol = subprotocols[0];
  if (subprotocols.length > 1) draft.note("Only the first subprotocol is kept.");
  if (draft.flag("ws_ignore_sec_websocket_accept_header"))
    draft.review(
      "Servers without the header 'Sec-WebSocket-Accept' fail; the field to ignore it has no counterpart.",
    );
  const codes = draft.text("accepted_statuscodes_json").replaceAll(/\s/g, "");
  if (codes !== "" && codes !== NORMAL_CLOSURE && codes !== '["200-299"]')
    draft.note("The accepted close codes have no counterpart.");
  if (draft.flag("ignore_tls")) fields.verify_tls = false;
}

/** The health service of gRPC has a check of its own; arbitrary methods have none. */
export function mapGrpc(draft: TargetDraft): void {
  const { fields } = draft;
  const isHealth = /package\s+grpc\.health\.v1\s*;/.test(draft.text("grpc_protobuf"));
  const isCheck =
    draft.text("grpc_method").toLowerCase() === "check" &&
    /(?:^|\.)Health$/.test(draft.text("grpc_service_name"));
  if (!isHealth || !isCheck)
    throw new NotMade(
      "Only the health service of gRPC (grpc.health.v1.Health/Check) can be called, not other methods.",
    );
  fields.type = "grpc";
  const url = URL.parse(`grpc://${draft.text("grpc_url").replace(/^[a-z]+:\/\//i, "")}`);
  fields.host = url?.hostname ?? "";
  if (url?.port) fields.port = Number(url.port);
  if (draft.flag("grpc_enable_tls")) fields.tls = true;
  if (draft.flag("ignore_tls")) fields.verify_tls = false;
  const request = jsonOf(draft.text("grpc_body"));
  if (isObject(request) && typeof request.service === "string" && request.service !== "")
    fields.service = request.service;
  addMetadata(draft);
  addServingStatus(draft);
}

function addMetadata(draft: TargetDraft): void {
  const metadata = jsonOf(draft.text("grpc_metadata"));
  if (!isObject(metadata)) return;
  const entries = Object.entries(metadata).map(([name, value]) => {
    const text = String(value);
    return [name, isSecretHeader(name, text) ? draft.secret(`header_${name}`, text) : draft.literal(text)];
  });
  if (entries.length > 0) draft.fields.headers = Object.fromEntries(entries);
}

/** The keyword is searched in the JSON of the response, which contains nothing but the status. */
function addServingStatus(draft: TargetDraft): void {
  const [status] = /\b(?:NOT_SERVING|SERVICE_UNKNOWN|SERVING|UNKNOWN)\b/.exec(draft.text("keyword")) ?? [];
  if (status === undefined) {
    draft.review(`The keyword '${draft.text("keyword")}' is no status of the health service.`);
    return;
  }
  const operator = draft.flag("invert_keyword") ? "not_equals" : "equals";
  if (status !== "SERVING" || operator !== "equals")
    draft.fields.assertions = [{ type: "serving_status", operator, value: status }];
}

/** Why a monitor has no counterpart; sentences. */
export class NotMade extends Error {}
