/** What is read of a database of Uptime Kuma. Plain data, so that mapping it needs no database. */

export type KumaValue = string | number | null;
/** Columns that the database lacks, as in Uptime Kuma 1.23, are absent. */
export type KumaRow = Readonly<Record<string, KumaValue>>;

/** Tables with what people configured, and their largest number of rows. */
export const KUMA_TABLES = {
  monitor: 5_000,
  notification: 1_000,
  monitor_notification: 100_000,
  tag: 5_000,
  monitor_tag: 100_000,
  setting: 1_000,
  proxy: 1_000,
  docker_host: 1_000,
  remote_browser: 1_000,
  maintenance: 5_000,
  monitor_maintenance: 100_000,
  maintenance_status_page: 100_000,
  status_page: 1_000,
  status_page_cname: 5_000,
  group: 5_000,
  monitor_group: 100_000,
  incident: 10_000,
  api_key: 1_000,
} as const;
export type KumaTable = keyof typeof KUMA_TABLES;

/** Statistics of an hour or a day: seconds since the epoch, checks, and milliseconds. */
export type KumaStatistic = {
  at: number;
  up: number;
  down: number;
  ping: number | null;
  pingMin: number | null;
  pingMax: number | null;
};

/** 0 down, 1 up, 2 pending, 3 maintenance; milliseconds since the epoch. */
export type KumaBeat = { status: number; atMs: number };

export type KumaHistory = {
  hours: KumaStatistic[];
  days: KumaStatistic[];
  /** Changes of the status, oldest first. */
  changes: KumaBeat[];
  /** The newest check. */
  lastMs: number | null;
};

export type KumaDatabase = {
  tables: Readonly<Record<KumaTable, readonly KumaRow[]>>;
  users: number;
  /** The newest check of any monitor, in milliseconds since the epoch; null without checks. */
  lastBeatMs: number | null;
  /** Names of migrations that this version of Vedette does not know. */
  unknownMigrations: readonly string[];
  /** By monitor; null if it was not requested. */
  history: ReadonlyMap<number, KumaHistory> | null;
};
