import type { UpgradeCheck } from "./check-upgrade.ts";

/** What an operator should do before an upgrade. Pure. */

export type UpgradeWarning = {
  code: "stop_first" | "blocks_long" | "unknown_statement" | "disk_space" | "no_recent_backup";
  /** A sentence with what to do. */
  message: string;
};

/** Results that wait this long are stored in the next seconds; the API answers late meanwhile. */
const BLOCKED_SECONDS_MAX = 5;
const BACKUP_AGE_MS_MAX = 86_400_000;
/** PostgreSQL stops when the disk is full. */
const FREE_SHARE_MAX = 0.8;

export function upgradeWarnings(
  { pending }: Pick<UpgradeCheck, "pending">,
  {
    lastBackupAt,
    freeBytes,
    nowMs,
  }: {
    lastBackupAt: Date | null;
    /** Of the disk of the database; null if it is not known. */
    freeBytes: number | null;
    nowMs: number;
  },
): UpgradeWarning[] {
  if (pending.length === 0) return [];
  const warnings: UpgradeWarning[] = [];
  const warn = (code: UpgradeWarning["code"], message: string) => void warnings.push({ code, message });
  const incompatible = pending.filter(({ worksWithInstalled }) => !worksWithInstalled);
  if (incompatible.length > 0) {
    const names = incompatible.map(({ name }) => name).join(", ");
    warn("stop_first", `Stop all processes of the installed version first: ${names} does not work with it.`);
  }
  for (const { name, locks, seconds } of pending) {
    const blocked = locks.filter(({ blocks }) => blocks !== "nothing").map(({ table }) => table);
    if (blocked.length === 0 || seconds.max <= BLOCKED_SECONDS_MAX) continue;
    warn(
      "blocks_long",
      `${name} may block ${blocked.join(", ")} for up to ${Math.ceil(seconds.max)} s: upgrade when that is acceptable. Checks go on, and their results wait.`,
    );
  }
  const unknown = pending.filter((migration) => migration.unknown.length > 0);
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(", ");
    warn("unknown_statement", `${names} has statements that are not known here: read its file.`);
  }
  const needed = pending.reduce((sum, { diskBytes }) => sum + diskBytes, 0);
  if (freeBytes !== null && needed > freeBytes * FREE_SHARE_MAX) {
    warn("disk_space", "The disk of the database has too little free space: free up space first.");
  }
  if (lastBackupAt === null || nowMs - lastBackupAt.getTime() > BACKUP_AGE_MS_MAX) {
    warn("no_recent_backup", 'There is no backup of the last 24 hours: make one with "vedette backup".');
  }
  return warnings;
}
