import { Gauge, type Registry } from "prom-client";
import type { BackupState } from "../../pipeline/backups/backup-state.ts";

/** What `/readyz` says of the last backup. It never makes a process unready. */
export function backupDetails({ lastAt, failedAt }: BackupState, nowMs: number): Record<string, unknown> {
  return {
    last_at: lastAt?.toISOString() ?? null,
    age_seconds: lastAt && Math.max(0, Math.round((nowMs - lastAt.getTime()) / 1_000)),
    failed_at: failedAt?.toISOString() ?? null,
  };
}

/** Times, as Prometheus recommends, so that an age is computed when it is read. Absent until there is a backup. */
export function createBackupMetrics(registry: Registry): { set(state: BackupState | null): void } {
  const last = new Gauge({
    name: "vedette_backup_last_success_timestamp_seconds",
    help: "When the last complete backup was started, in seconds since 1970",
    labelNames: [],
    registers: [registry],
  });
  const bytes = new Gauge({
    name: "vedette_backup_last_bytes",
    help: "Size of the last complete backup",
    registers: [registry],
  });
  const failed = new Gauge({
    name: "vedette_backup_failed",
    help: "1 if a backup failed since the last complete one",
    registers: [registry],
  });
  return {
    set(state) {
      last.remove();
      bytes.remove();
      if (state === null) return;
      if (state.lastAt !== null) last.set(state.lastAt.getTime() / 1_000);
      if (state.lastBytes !== null) bytes.set(state.lastBytes);
      failed.set(state.failedAt === null ? 0 : 1);
    },
  };
}
