import type { ImportBuilder } from "../../building/import-builder.ts";
import { MONITOR_COLUMNS } from "../database/known-schema.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import { type KumaContext, keyOfMonitor } from "../draft/kuma-context.ts";
import { columnText, idOf, lookUp, readName } from "../draft/row-values.ts";
import { mapHttp } from "./http-monitor.ts";
import { mapDns, mapGrpc, mapPing, mapPort, mapWebSocket, NotMade } from "./network-monitors.ts";
import { mapManual, mapPush, mapRealBrowser } from "./other-targets.ts";
import { addSchedule } from "./schedule-fields.ts";
import {
  mapDocker,
  mapMqtt,
  mapMysql,
  mapNtp,
  mapPostgres,
  mapRabbitmq,
  mapRedis,
  mapSmtp,
  mapSnmp,
} from "./service-monitors.ts";
import { TargetDraft, type TargetKind } from "./target-draft.ts";

/** Monitors of Uptime Kuma, apart from groups. */

type Mapper = { kind: TargetKind; map(draft: TargetDraft): void };

const monitor = (map: (draft: TargetDraft) => void): Mapper => ({
  kind: "monitor",
  map(draft) {
    map(draft);
    addSchedule(draft);
  },
});

const MAPPERS: Readonly<Record<string, Mapper>> = {
  http: monitor(mapHttp),
  keyword: monitor(mapHttp),
  "json-query": monitor(mapHttp),
  port: monitor(mapPort),
  ping: monitor(mapPing),
  dns: monitor(mapDns),
  "websocket-upgrade": monitor(mapWebSocket),
  "grpc-keyword": monitor(mapGrpc),
  postgres: monitor(mapPostgres),
  mysql: monitor(mapMysql),
  redis: monitor(mapRedis),
  mqtt: monitor(mapMqtt),
  rabbitmq: monitor(mapRabbitmq),
  smtp: monitor(mapSmtp),
  ntp: monitor(mapNtp),
  snmp: monitor(mapSnmp),
  docker: monitor(mapDocker),
  manual: { kind: "monitor", map: mapManual },
  push: { kind: "heartbeat", map: mapPush },
  "real-browser": { kind: "journey", map: mapRealBrowser },
};

const PORT_INSTEAD = "a TCP monitor can check that its port is open";
const HEARTBEAT_INSTEAD = "a heartbeat that a script on the machine pings can replace it";

/** What has no counterpart, and what to use instead. */
const WITHOUT_COUNTERPART: Readonly<Record<string, string>> = {
  sqlserver: `Microsoft SQL Server is not checked; ${PORT_INSTEAD}.`,
  mongodb: `MongoDB is not checked; ${PORT_INSTEAD}.`,
  oracledb: `Oracle Database is not checked; ${PORT_INSTEAD}.`,
  radius: "RADIUS is not checked.",
  "kafka-producer": `Kafka is not checked; ${PORT_INSTEAD}.`,
  globalping: "Globalping is not used; add locations to a monitor of Vedette instead.",
  "tailscale-ping":
    "Tailscale is not used; a ping monitor at a private location in the network can replace it.",
  "sip-options": "SIP is not checked.",
  "system-service": `Services of the system are not checked; ${HEARTBEAT_INSTEAD}.`,
  pm2: `Processes of pm2 are not checked; ${HEARTBEAT_INSTEAD}.`,
  gamedig: "Game servers are not checked.",
  steam: "Game servers are not checked.",
};

/** The kinds of the targets that were made, by the ID of their monitor. */
export type MadeTargets = ReadonlyMap<number, { kind: TargetKind; key: string; name: string }>;

export function mapTargets(
  rows: readonly KumaRow[],
  context: KumaContext,
  builder: ImportBuilder,
): MadeTargets {
  const made = new Map<number, { kind: TargetKind; key: string; name: string }>();
  for (const row of rows) {
    const type = columnText(row, "type");
    if (type === "group") continue;
    const mapper = lookUp(MAPPERS, type);
    if (mapper === undefined) {
      const { name } = readName(columnText(row, "name"), keyOfMonitor(idOf(row)));
      const reason = lookUp(WITHOUT_COUNTERPART, type) ?? `The type '${type.slice(0, 50)}' is not known.`;
      builder.notMade({ kind: "monitor", key: keyOfMonitor(idOf(row)), name, reasons: [reason] });
      continue;
    }
    const target = mapTarget(row, context, { mapper, builder });
    if (target !== null) made.set(idOf(row), { kind: mapper.kind, ...target });
  }
  return made;
}

function mapTarget(
  row: KumaRow,
  context: KumaContext,
  { mapper, builder }: { mapper: Mapper; builder: ImportBuilder },
): { key: string; name: string } | null {
  const target = new TargetDraft(row, context);
  const { key, name } = target;
  try {
    mapper.map(target);
  } catch (error) {
    if (!(error instanceof NotMade)) throw error;
    builder.notMade({ kind: mapper.kind, key, name, reasons: [error.message] });
    return null;
  }
  noteUnknownColumns(target);
  for (const [variable, value] of target.secrets) {
    if (!builder.values.define(variable, value, { isSecret: true }))
      target.review(`The value of '${variable}' is too long for a variable.`);
  }
  target.addCommonFields();
  const { fields, reasons } = target;
  return builder.add({ kind: mapper.kind, key, name, fields, reasons }) ? { key, name } : null;
}

/** Columns that a newer version has added. */
function noteUnknownColumns(target: TargetDraft): void {
  const unknown = Object.keys(target.row).filter((column) => !MONITOR_COLUMNS.has(column));
  target.noteUnused(Object.fromEntries(unknown.map((column) => [column, column])));
}
