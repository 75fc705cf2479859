import { decodePercents } from "../../building/url-credentials.ts";
import { listOf } from "../../document-value.ts";
import { columnText, jsonOf, lookUp } from "../draft/row-values.ts";
import { addConditions } from "./conditions.ts";

import { comparisonOf } from "./json-query.ts";
import { addHostAndPort, NotMade } from "./network-monitors.ts";
import type { TargetDraft } from "./target-draft.ts";

/** Monitors of databases, brokers and other services. */

/** The parts of a connection string, which is a URL. */
function parseConnection(draft: TargetDraft): URL {
  const url = URL.parse(draft.text("database_connection_string").trim());
  if (url === null || url.hostname === "") throw new NotMade("The connection string is no URL.");
  return url;
}

function addConnection(draft: TargetDraft, url: URL, password: string): void {
  const { fields } = draft;
  fields.host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (url.port !== "") fields.port = Number(url.port);
  if (url.username !== "") fields.user = draft.literal(decodePercents(url.username));
  if (password !== "") fields.password = draft.secret("password", password);
}

/** Parameters of a connection string other than those of TLS are settings of the client library. */
function noteParameters(draft: TargetDraft, url: URL, known: readonly string[]): void {
  for (const name of new Set(url.searchParams.keys()))
    if (!known.includes(name))
      draft.note(`The parameter '${name}' of the connection string has no counterpart.`);
}

export function mapPostgres(draft: TargetDraft): void {
  const url = parseConnection(draft);
  draft.fields.type = "postgres";
  addConnection(draft, url, decodePercents(url.password));
  addDatabase(draft, url);
  const mode = url.searchParams.get("sslmode");
  const isTls =
    mode !== null ? !["disable", "allow", "prefer"].includes(mode) : url.searchParams.get("ssl") === "true";
  if (isTls) draft.fields.tls = true;
  if (isTls && mode === "no-verify") draft.fields.verify_tls = false;
  noteParameters(draft, url, ["sslmode", "ssl"]);
  addConditions(draft, { result: "value" });
}

/** The password is in a column of its own, which RADIUS uses too. */
export function mapMysql(draft: TargetDraft): void {
  const url = parseConnection(draft);
  draft.fields.type = "mysql";
  addConnection(draft, url, draft.text("radius_password") || decodePercents(url.password));
  addDatabase(draft, url);
  noteParameters(draft, url, []);
  addConditions(draft, { result: "value" });
}

function addDatabase(draft: TargetDraft, url: URL): void {
  const database = decodePercents(url.pathname.slice(1));
  if (database !== "") draft.fields.database = database;
  const query = draft.text("database_query").trim();
  if (query !== "") draft.fields.query = query;
}

export function mapRedis(draft: TargetDraft): void {
  const url = parseConnection(draft);
  draft.fields.type = "redis";
  addConnection(draft, url, decodePercents(url.password));
  const database = url.pathname.slice(1);
  if (database !== "") draft.fields.database = database;
  if (url.protocol === "rediss:") draft.fields.tls = true;
  if (draft.flag("ignore_tls") && draft.fields.tls === true) draft.fields.verify_tls = false;
  noteParameters(draft, url, []);
}

/** Uptime Kuma 1.23 has hosts such as `mqtt://broker`. */
export function mapMqtt(draft: TargetDraft): void {
  const { fields } = draft;
  fields.type = "mqtt";
  addHostAndPort(draft);
  const [, scheme, host] = /^([a-z]+):\/\/(.+)$/i.exec(draft.text("hostname").trim()) ?? [];
  if (scheme !== undefined && host !== undefined) {
    if (/^wss?$/i.test(scheme)) throw new NotMade("MQTT over WebSocket has no counterpart.");
    fields.host = host.replace(/[/:].*$/, "");
    if (/^(?:mqtts|ssl)$/i.test(scheme)) fields.tls = true;
  }
  const user = draft.text("mqtt_username");
  const password = draft.text("mqtt_password");
  if (user !== "") fields.user = draft.literal(user);
  if (user !== "" && password !== "") fields.password = draft.secret("password", password);
  const topic = draft.text("mqtt_topic");
  if (topic !== "") fields.topic = topic;
  addMessage(draft);
}

function addMessage(draft: TargetDraft): void {
  const conditions = listOf(jsonOf(draft.text("conditions")));
  if (conditions.length > 0) {
    addConditions(draft, { message: "body" });
    return;
  }
  if ((draft.text("mqtt_check_type") || "keyword") !== "keyword") {
    draft.review("The JSON query on the message has no counterpart, and is not kept.");
    return;
  }
  const keyword = draft.text("mqtt_success_message");
  if (keyword !== "") draft.fields.expect = keyword;
}

export function mapRabbitmq(draft: TargetDraft): void {
  const { fields } = draft;
  const nodes = listOf(jsonOf(draft.text("rabbitmq_nodes"))).map(String);
  const url = URL.parse(nodes[0] ?? "");
  if (url === null) throw new NotMade("It has no node with a valid URL.");
  fields.type = "rabbitmq";
  fields.host = url.hostname;
  if (url.port !== "") fields.port = Number(url.port);
  else fields.port = url.protocol === "https:" ? 443 : 80;
  if (url.protocol === "https:") fields.tls = true;
  fields.user = draft.literal(draft.text("rabbitmq_username"));
  fields.password = draft.secret("password", draft.text("rabbitmq_password"));
  if (url.pathname !== "/") draft.review(`The path '${url.pathname}' of the node has no counterpart.`);
  if (nodes.length > 1)
    draft.note(`Only the first of ${nodes.length} nodes is checked; make a monitor for each of the others.`);
}

const SMTP_MODES: Readonly<Record<string, string>> = {
  secure: "implicit",
  starttls: "starttls",
  nostarttls: "none",
};

export function mapSmtp(draft: TargetDraft): void {
  draft.fields.type = "smtp";
  addHostAndPort(draft);
  draft.fields.tls_mode = lookUp(SMTP_MODES, draft.text("smtp_security")) ?? "none";
}

export function mapNtp(draft: TargetDraft): void {
  draft.fields.type = "ntp";
  addHostAndPort(draft);
  const offset = draft.number("ntp_time_offset_threshold") ?? 1_000;
  draft.fields.assertions = [
    { type: "stratum", operator: "less_than_or_equal", value: draft.number("ntp_stratum_threshold") ?? 5 },
    { type: "clock_offset", operator: "less_than_or_equal", value: offset },
    { type: "clock_offset", operator: "greater_than_or_equal", value: -offset },
  ];
  draft.note("The limit of the root dispersion has no counterpart.");
}

/** The community is in the column of the RADIUS password. */
export function mapSnmp(draft: TargetDraft): void {
  const { fields } = draft;
  const version = draft.text("snmp_version") || "2c";
  if (version === "1") throw new NotMade("SNMP 1 is not supported; the agent may support version 2c.");
  fields.type = "snmp";
  addHostAndPort(draft);
  const oid = draft.text("snmp_oid").trim();
  if (oid !== "") fields.oid = oid;
  if (version === "3") {
    fields.snmp_version = "v3";
    fields.user = draft.literal(draft.text("snmp_v3_username"));
  } else fields.community = draft.secret("community", draft.text("radius_password"));
  const path = draft.text("json_path").trim();
  if (path !== "" && path !== "$") {
    draft.review(`The JSONata expression '${path}' on the value has no counterpart.`);
    return;
  }
  if (draft.text("expected_value") === "") return;
  const comparison = comparisonOf(draft);
  if (comparison !== null) fields.assertions = [{ type: "value", ...comparison }];
}

export function mapDocker(draft: TargetDraft): void {
  const { fields } = draft;
  const host = draft.context.dockerHosts.get(draft.number("docker_host") ?? -1);
  if (host === undefined) throw new NotMade("Its Docker host does not exist.");
  fields.type = "docker";
  fields.container = draft.text("docker_container");
  const daemon = columnText(host, "docker_daemon").trim();
  if (columnText(host, "docker_type") === "socket") {
    fields.socket_path = daemon;
    draft.note("The operator must allow the socket with VEDETTE_DOCKER_SOCKETS.");
    return;
  }
  const url = URL.parse(daemon.replace(/^tcp:/i, "http:"));
  if (url === null) throw new NotMade("The address of its Docker host is no URL.");
  fields.host = url.hostname;
  fields.port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (url.protocol === "https:") fields.tls = true;
}
