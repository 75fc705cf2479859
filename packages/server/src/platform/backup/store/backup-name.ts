export const BACKUP_SUFFIX = ".tar.zst.age";
const NAME = /^vedette-\d{8}T\d{6}Z\.tar\.zst\.age$/;

/** The name of a backup that has none. Names sort by time. */
export function backupName(atMs: number): string {
  const instant = new Date(atMs).toISOString();
  return `vedette-${instant.slice(0, 19).replaceAll(/[-:]/g, "")}Z${BACKUP_SUFFIX}`;
}

/** When the backup of such a name was made, in epoch milliseconds. */
export function backupTimeMs(name: string): number {
  const [, date = "", time = ""] = /^vedette-(\d{8})T(\d{6})Z/.exec(name) ?? [];
  return Date.parse(
    `${date.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`,
  );
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}
