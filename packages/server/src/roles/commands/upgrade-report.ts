import type { UpgradeCheck } from "../../platform/storage/upgrade/check-upgrade.ts";
import type {
  PlannedLock,
  PlannedMigration,
  SecondsRange,
} from "../../platform/storage/upgrade/plan-upgrade.ts";
import type { TableWork } from "../../platform/storage/upgrade/table-lock.ts";
import type { UpgradeWarning } from "../../platform/storage/upgrade/upgrade-warnings.ts";

/** The output of `vedette upgrade --check`. Pure. */

export type UpgradeFacts = {
  check: UpgradeCheck;
  warnings: readonly UpgradeWarning[];
  /** Of this program. */
  version: string;
  installed: { version: string | null; running: readonly string[] };
  lastBackupAt: Date | null;
  freeBytes: number | null;
};

/** The document of `--json`; docs/guide/upgrade.md lists its fields. */
export function toUpgradeJson({ check, warnings, version, installed, ...rest }: UpgradeFacts) {
  return {
    program: { version, schema: check.program },
    installed: { ...installed, schema: check.installed },
    newer: check.newer,
    pending: check.pending.map(({ worksWithInstalled, diskBytes, ...migration }) => ({
      ...migration,
      works_with_installed: worksWithInstalled,
      disk_bytes: diskBytes,
    })),
    seconds: totalSeconds(check.pending),
    disk: { needed_bytes: neededBytes(check.pending), free_bytes: rest.freeBytes },
    last_backup_at: rest.lastBackupAt?.toISOString() ?? null,
    warnings,
  };
}

export function upgradeText({ check, warnings, version, installed, ...rest }: UpgradeFacts): string {
  const { pending, newer } = check;
  const running =
    installed.running.length === 0 ? "not running" : `running now: ${installed.running.join(", ")}`;
  const lines = [
    `Installed:     Vedette ${installed.version ?? "(never started)"}, schema ${check.installed}; ${running}`,
    `This program:  Vedette ${version}, schema ${check.program}`,
    "",
  ];
  if (pending.length === 0) {
    const state =
      newer.length === 0
        ? "No migration is pending: the database is not changed."
        : `The database was migrated by a newer Vedette (${newer.join(", ")}) and works with this version: nothing is changed.`;
    return [...lines, state].join("\n");
  }
  const count = pending.length === 1 ? "1 migration is" : `${pending.length} migrations are`;
  const free =
    rest.freeBytes === null ? "the free space is not known here" : `${bytesText(rest.freeBytes)} are free`;
  const backup = rest.lastBackupAt?.toISOString() ?? "none";
  return [
    ...lines,
    `${count} pending: ${secondsText(totalSeconds(pending))}.`,
    ...pending.flatMap(migrationLines),
    "",
    `Disk:          needs ${bytesText(neededBytes(pending))}; ${free}`,
    `Last backup:   ${backup}`,
    ...(warnings.length === 0 ? ["", "Nothing is in the way of this upgrade."] : ["", "Before the upgrade:"]),
    ...warnings.map(({ message }) => `- ${message}`),
  ].join("\n");
}

function migrationLines({
  name,
  description,
  worksWithInstalled,
  locks,
  unknown,
  seconds,
}: PlannedMigration) {
  return [
    "",
    `${name}  ${description}`,
    `  Time:   ${secondsText(seconds)}`,
    `  While the installed version serves: ${worksWithInstalled ? "yes" : "no"}`,
    ...(locks.length === 0 ? ["  Locks:  no table that is in use"] : locks.map(lockLine)),
    ...unknown.map((statement) => `  Unknown, reads as ACCESS EXCLUSIVE: ${statement}`),
  ];
}

const WORK_TEXTS: Record<TableWork, string> = {
  none: "does not depend on its size",
  scan: "reads all of it",
  index: "builds an index",
  update: "changes its rows",
  rewrite: "writes it again, with its indexes",
};

function lockLine({ table, mode, blocks, work, rows, bytes }: PlannedLock): string {
  const size = `${Math.round(rows).toLocaleString("en-US")} rows, ${bytesText(bytes)}`;
  return `  Lock:   ${table} (${size}) ${mode}, blocks ${blocks}; ${WORK_TEXTS[work]}`;
}

function totalSeconds(pending: readonly PlannedMigration[]): SecondsRange {
  const sum = (value: (range: SecondsRange) => number) =>
    pending.reduce((total, { seconds }) => total + value(seconds), 0);
  return {
    expected: sum((each) => each.expected),
    min: sum((each) => each.min),
    max: sum((each) => each.max),
  };
}

function neededBytes(pending: readonly PlannedMigration[]): number {
  return pending.reduce((total, { diskBytes }) => total + diskBytes, 0);
}

function secondsText({ expected, min, max }: SecondsRange): string {
  const text = (seconds: number) =>
    seconds < 0.1
      ? "less than 0.1"
      : seconds < 10
        ? seconds.toFixed(1)
        : Math.round(seconds).toLocaleString("en-US");
  return max < 0.1 ? "less than 0.1 s" : `about ${text(expected)} s (from ${text(min)} to ${text(max)} s)`;
}

const MEGABYTE = 1_000_000;

function bytesText(bytes: number): string {
  if (bytes >= 1_000 * MEGABYTE) return `${(bytes / MEGABYTE / 1_000).toFixed(1)} GB`;
  return bytes < MEGABYTE ? "less than 1 MB" : `${Math.round(bytes / MEGABYTE)} MB`;
}
