import { readBackupState } from "../../pipeline/backups/backup-state.ts";
import { hasBackupTable } from "../../pipeline/backups/queries.ts";
import { findProcessVersions } from "../../pipeline/service-health/process-queries.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { checkUpgrade } from "../../platform/storage/upgrade/check-upgrade.ts";
import { upgradeWarnings } from "../../platform/storage/upgrade/upgrade-warnings.ts";
import { version } from "../../version.ts";
import { freeStorageBytes } from "../wiring/storage.ts";
import { toUpgradeJson, type UpgradeFacts, upgradeText } from "./upgrade-report.ts";
import { withInstallation } from "./with-database.ts";

/** What `vedette upgrade --check` exits with, besides 1 for an error. */
const EXIT_CODES = { ready: 0, hasWarnings: 2 };

/** Reports what an upgrade of this installation would do, whether or not the service is running. Changes nothing. */
export async function checkBeforeUpgrade(
  env: NodeJS.ProcessEnv,
  { isJson }: { isJson: boolean },
): Promise<{ text: string; exitCode: number }> {
  return withInstallation(
    env,
    async (database, config) => {
      const clock = systemClock;
      const check = await checkUpgrade({ database, clock });
      const { running, last } = await findProcessVersions(database, clock.now());
      const lastBackupAt = (await hasBackupTable(database)) ? (await readBackupState(database)).lastAt : null;
      const freeBytes = await freeStorageBytes(config);
      const warnings = upgradeWarnings(check, { lastBackupAt, freeBytes, nowMs: clock.now() });
      const facts: UpgradeFacts = {
        ...{ check, warnings, version, lastBackupAt, freeBytes },
        installed: { version: last, running },
      };
      const text = isJson ? JSON.stringify(toUpgradeJson(facts), null, 2) : upgradeText(facts);
      return { text, exitCode: warnings.length === 0 ? EXIT_CODES.ready : EXIT_CODES.hasWarnings };
    },
    { migrates: false },
  );
}

export const UPGRADE_USAGE = "Usage: vedette upgrade --check [--json]";
