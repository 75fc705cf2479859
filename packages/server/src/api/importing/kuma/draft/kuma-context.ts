import type { KumaDatabase, KumaRow, KumaTable } from "../database/kuma-database.ts";
import { columnNumber, columnText, flagOf, idOf, jsonOf } from "./row-values.ts";

/** Rows of a database, by what refers to them. */
export type KumaContext = {
  monitors: ReadonlyMap<number, KumaRow>;
  proxies: ReadonlyMap<number, KumaRow>;
  dockerHosts: ReadonlyMap<number, KumaRow>;
  tags: ReadonlyMap<number, KumaRow>;
  /** The groups that are made. */
  madeGroups: Set<number>;
  tagsOf: ReadonlyMap<number, readonly KumaRow[]>;
  /** IDs of notifications by monitor, ascending. */
  notificationsOf: ReadonlyMap<number, readonly number[]>;
  notifications: ReadonlyMap<number, KumaRow>;
  /** The channels that are made, by the ID of their notification. */
  channels: ReadonlyMap<number, { key: string }>;
  setting(key: string): unknown;
  timezone: string;
  /** The newest instant that the file knows, so that the same file becomes the same document. */
  asOfMs: number;
};

const FALLBACK_MS = Date.parse("2024-01-01T00:00:00Z");

export function createContext(database: KumaDatabase, channels: KumaContext["channels"]): KumaContext {
  const { tables } = database;
  const byId = (table: KumaTable) => new Map(tables[table].map((row) => [idOf(row), row]));
  const settings = new Map(tables.setting.map((row) => [columnText(row, "key"), columnText(row, "value")]));
  const setting = (key: string): unknown => {
    const text = settings.get(key) ?? "";
    return jsonOf(text) ?? (text === "" ? undefined : text);
  };
  const timezone = setting("serverTimezone");
  return {
    monitors: byId("monitor"),
    proxies: byId("proxy"),
    dockerHosts: byId("docker_host"),
    tags: byId("tag"),
    madeGroups: new Set(),
    tagsOf: Map.groupBy(tables.monitor_tag, (row) => idOf(row, "monitor_id")),
    notificationsOf: notificationsOf(tables.monitor_notification),
    notifications: byId("notification"),
    channels,
    setting,
    timezone: typeof timezone === "string" && timezone !== "" ? timezone : "UTC",
    asOfMs: database.lastBeatMs ?? FALLBACK_MS,
  };
}

function notificationsOf(rows: readonly KumaRow[]): Map<number, number[]> {
  const byMonitor = Map.groupBy(rows, (row) => idOf(row, "monitor_id"));
  return new Map(
    [...byMonitor].map(([id, links]) => {
      const ids = new Set(links.map((row) => idOf(row, "notification_id")));
      return [id, [...ids].sort((one, other) => one - other)];
    }),
  );
}

/** Deeper trees are damaged or circular. */
const ANCESTORS_MAX = 50;

/** The groups that contain a monitor, the nearest first. Ends at a circle. */
export function ancestorsOf({ monitors }: KumaContext, row: KumaRow): KumaRow[] {
  const ancestors: KumaRow[] = [];
  const seen = new Set([idOf(row)]);
  let parent = columnNumber(row, "parent");
  while (parent !== null && ancestors.length < ANCESTORS_MAX) {
    const group = monitors.get(parent);
    if (group === undefined || seen.has(parent) || columnText(group, "type") !== "group") break;
    seen.add(parent);
    ancestors.push(group);
    parent = columnNumber(group, "parent");
  }
  return ancestors;
}

/** The monitors in a group, at any depth. */
export function membersOf(context: KumaContext, groupId: number): KumaRow[] {
  return [...context.monitors.values()].filter((row) =>
    ancestorsOf(context, row).some((group) => idOf(group) === groupId),
  );
}

export function isActive(row: KumaRow): boolean {
  return flagOf(row, "active", true);
}

export const keyOfMonitor = (id: number): string => `monitor-${id}`;
