import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";

/** What the processes of a release sent each other over NATS, decrypted. `npm run release-fixture` records it. */
export type ReleaseMessages = {
  /** One message of a scheduler. */
  check_jobs: CheckJob[];
  run_job: RunJob;
  /** One message of a runner. */
  check_reports: CheckReport[];
  run_report: RunReport;
  /** The entry of a process with one runner. */
  presence: { publicKey: string; runners: unknown[]; takes: unknown[] };
};

export const RELEASES = import.meta.dirname;
export const MESSAGES = "messages.json";

/** The messages of each release by its folder. */
export async function readReleaseMessages(): Promise<[folder: string, messages: ReleaseMessages][]> {
  const entries = await readdir(RELEASES, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    folders.map(async (folder): Promise<[string, ReleaseMessages]> => {
      // Recorded from real processes of that release.
      const messages: ReleaseMessages = JSON.parse(await readFile(join(RELEASES, folder, MESSAGES), "utf8"));
      return [folder, messages];
    }),
  );
}
