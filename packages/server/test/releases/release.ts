import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { openMasterKeys } from "../../src/platform/secrets/master-keys.ts";
import { createVault } from "../../src/platform/secrets/vault.ts";
import { startTestApp, type TestApp } from "../app.ts";
import type { TestDatabase } from "../database/database.ts";
import { RELEASES } from "./release-messages.ts";

/**
 * A release as a fixture: a backup that it made, and what its API returned of that data. `npm run release-fixture` writes one;
 * `upgrade-release.test.ts` upgrades all of them.
 */

const releaseSchema = z.object({
  version: z.string(),
  /** The instant of the answers, in epoch milliseconds. */
  made_at_ms: z.number(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  org_id: z.string(),
  /** Keys of test data, which protect nothing. */
  age_identity: z.string(),
  master_key: z.string(),
  api_key: z.string(),
  /** A secret of the organization, and its plain text. */
  secret: z.object({ id: z.string(), name: z.string(), text: z.string() }),
  tables: z.record(z.string(), z.number()),
});
export type Release = z.infer<typeof releaseSchema>;

export type Answers = Record<string, unknown>;

export const FILES = { release: "release.json", answers: "answers.json.gz", backup: "backup.tar.zst.age" };

export async function listReleases(): Promise<string[]> {
  const entries = await readdir(RELEASES, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(RELEASES, name));
}

export async function readRelease(folder: string): Promise<{ release: Release; answers: Answers }> {
  const release = releaseSchema.parse(JSON.parse(await readFile(join(folder, FILES.release), "utf8")));
  const text = gunzipSync(await readFile(join(folder, FILES.answers))).toString();
  return { release, answers: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
}

/** Starts the API of this version on the data of a release, at the time of its answers. */
export function startAppAt(
  { made_at_ms: nowMs, master_key: key }: Pick<Release, "made_at_ms" | "master_key">,
  existing: TestDatabase,
): Promise<TestApp> {
  return startTestApp({
    existing,
    clock: { now: () => nowMs, monotonic: () => performance.now() },
    vault: createVault(openMasterKeys({ kind: "settings", keys: [key] })),
  });
}

/** The bodies that a list of URLs returns. */
export async function readAnswers(
  app: TestApp,
  { key, urls }: { key: string; urls: readonly string[] },
): Promise<Answers> {
  const answers: Answers = {};
  const failures: string[] = [];
  for (const url of urls) {
    const answer = await app.call(key, { method: "GET", url });
    if (answer.statusCode === 200) answers[url] = answer.json();
    else failures.push(`${url} returned ${answer.statusCode}: ${answer.body}`);
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return answers;
}
