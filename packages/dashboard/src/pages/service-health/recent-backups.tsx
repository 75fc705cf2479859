import type { RecentBackup } from "@vedette/contract/service-health/service-health.ts";
import { type Column, Table } from "../../components/table.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { backupOutcomeText, backupSizeText, backupTriggerText } from "./recent-backup-texts.ts";

/** The last backups of the installation, newest first. Nothing without any. */
export function RecentBackups({ backups }: { backups: readonly RecentBackup[] }) {
  if (backups.length === 0) return null;
  return (
    <Table caption="Last backups, newest first" columns={COLUMNS} rows={backups} idOf={({ at }) => at} />
  );
}

const COLUMNS: readonly Column<RecentBackup>[] = [
  {
    id: "at",
    title: "Started",
    cell: ({ at }) => <span className="whitespace-nowrap">{absoluteTime(at)}</span>,
  },
  { id: "outcome", title: "Outcome", cell: (backup) => backupOutcomeText(backup) },
  { id: "trigger", title: "Made by", cell: (backup) => backupTriggerText(backup) },
  {
    id: "size",
    title: "Size",
    isNumber: true,
    cell: (backup) => <span className="tabular-nums">{backupSizeText(backup)}</span>,
  },
];
