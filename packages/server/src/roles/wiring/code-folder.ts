import type { ApplyDocument } from "../../api/code/apply-document.ts";
import { CodeFolder } from "../../api/code/folder/code-folder.ts";
import { createFolderThread } from "../../api/code/folder/watch-folder.ts";
import type { ReadinessReport } from "../../api/http/health/readiness.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { OpenDatabase } from "./open-database.ts";

type CodeFolderDeps = {
  config: Pick<Config, "codeFolder">;
  openedDatabase: Pick<OpenDatabase, "database">;
  log: Logger;
  /** Called after each attempt to apply the folder. */
  onCodeFolder: (isApplied: boolean) => void;
  ends: (() => Promise<void>)[];
};

/** Starts to apply the folder of monitoring as code; null if none is configured. */
export function startCodeFolder(
  { config, openedDatabase, log, onCodeFolder, ends }: CodeFolderDeps,
  apply: ApplyDocument,
): CodeFolder | null {
  if (config.codeFolder === null) return null;
  const folder = new CodeFolder(config.codeFolder, {
    ...{ database: openedDatabase.database, clock: systemClock, log, apply, onAttempt: onCodeFolder },
    watch: createFolderThread(log),
  });
  ends.push(() => folder.stop());
  folder.start();
  return folder;
}

/** Adds the state of the folder. Faulty files do not make the process unready: it serves what was applied before. */
export function withCodeFolder(report: ReadinessReport, folder: CodeFolder | null): ReadinessReport {
  return folder === null ? report : { ...report, details: { ...report.details, code_folder: folder.state } };
}
