import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { startEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { startS3Server } from "../../packages/server/test/servers/s3-server.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor } from "../harness/monitors.ts";
import { METRICS_TOKEN, runVedette, type Vedette } from "../harness/vedette.ts";

/** The commands of docs/guide/backup.md against a running server, from the embedded PostgreSQL to an external one and back. */

const lab = createLab(afterAll);
const POLL = { timeout: 60_000, interval: 200 };
let dataDir: string;
let folder: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let env: Record<string, string>;
let vedette: Vedette;

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  folder = join(dataDir, "../backups");
  await mkdir(folder);
  s3 = await startS3Server();
  await writeFile(join(folder, "backup.key"), "a passphrase for tests\n");
  env = {
    VEDETTE_BACKUP_KEY_FILE: join(folder, "backup.key"),
    S3_ENDPOINT: s3.location.endpoint ?? "",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  vedette = await lab.start({ dataDir, env: { ...env, VEDETTE_BACKUP: join(folder, "nightly") } });
});
afterAll(() => s3.close());

/** The commands of the page, with places of this test. */
async function commandsOf(page: string): Promise<string[][]> {
  const text = await readFile(join(import.meta.dirname, "../../docs/guide", page), "utf8");
  const lines = text
    .split("\n")
    .filter((line) => /^node packages\/server\/bin\/vedette\.mjs (backup|restore)/.test(line));
  return lines.map((line) =>
    line
      .split(" ")
      .slice(2)
      .map((word) => word.replace("/backups/", `${folder}/`).replace("s3://my-bucket", "s3://artifacts")),
  );
}

async function run(args: readonly string[], change: { dataDir?: string; env?: Record<string, string> } = {}) {
  return runVedette({ dataDir: change.dataDir ?? dataDir, env: { ...env, ...change.env }, args });
}

test("a server that was off at night makes the backup, and reports it", async () => {
  const backup = await vi.waitUntil(async () => {
    const { body } = await vedette.request("GET", "/readyz");
    const { data } = body as { data?: { details?: { backup?: { last_at: string | null } } } };
    const found = data?.details?.backup;
    return found?.last_at ? found : undefined;
  }, POLL);
  expect(backup).toMatchObject({ age_seconds: expect.any(Number), failed_at: null });
  expect(await readdir(join(folder, "nightly"))).toEqual([
    expect.stringMatching(/^vedette-\d{8}T\d{6}Z\.tar\.zst\.age$/),
  ]);
  const metrics = await fetch(`${vedette.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toMatch(/^vedette_backup_last_success_timestamp_seconds 1\d{9}/m);
  const health = await vedette.request("GET", "/api/v1/service-health?days=1");
  expect(health.body).toMatchObject({
    data: {
      backups: {
        ...{ is_nightly: true, is_overdue: false, failed_at: null },
        recent: [{ trigger: "nightly", status: "succeeded", seconds: expect.any(Number) }],
      },
    },
  });
});

test("the commands of the guide back up and check, and restore nothing over what exists", async () => {
  const commands = await commandsOf("backup.md");
  const restores = commands.filter(([verb, , , check]) => verb === "restore" && check === undefined);
  const lists = commands.filter(([, option]) => option === "--list");
  expect([commands.length, restores.length, lists.length]).toEqual([8, 1, 2]);
  for (const args of commands) {
    if (restores.includes(args) || lists.includes(args)) continue;
    expect(await run(args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ is (complete|whole): /),
    });
  }
  for (const args of lists) {
    const listed = await run(args);
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    const place = args.at(-1)?.replace(/\/?$/, "/");
    expect(listed.stdout).toMatch(
      new RegExp(`^Started .*\\n\\d{4}-\\d\\d-\\d\\d [\\d:]{8} +[\\d,]+  ${place}vedette-`),
    );
  }
  const [restore = []] = restores;
  expect(await run(restore)).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });
});

test("a command in a folder without an installation says so, and creates nothing there", async () => {
  const elsewhere = join(await lab.emptyDataDir(), "../none");
  const ending = await run(["backup", "--to", `${folder}/none.age`], { dataDir: elsewhere });
  expect(ending).toMatchObject({
    ...{ code: 1, stdout: "" },
    stderr: `There is no database in ${elsewhere}: set VEDETTE_DATA or DATABASE_URL to those of the installation.`,
  });
  for (const path of [elsewhere, `${folder}/none.age`]) await expect(stat(path)).rejects.toThrow("ENOENT");
});

test("a backup moves from the embedded PostgreSQL to an external one and back, with the master key", async () => {
  await createMonitor(vedette, { name: "kept", url: "http://127.0.0.1:9/" });
  expect(await run(["backup", "--to", `${folder}/`])).toMatchObject({ code: 0 });
  const restore = ["restore", "--from", `${folder}/`];
  const outside = await startEmbedded({
    dataDir: join(await lab.emptyDataDir(), "postgres"),
    ...{ log: silentLogger, clock: systemClock },
  });
  const { user, password, socketDir } = outside.connection;
  const url = `postgres://${user}:${password}@/vedette?host=${encodeURIComponent(socketDir)}`;
  const external = { dataDir: await lab.emptyDataDir(), env: { DATABASE_URL: url } };
  const missing = await run(restore, external);
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/master key \w{16}, which is missing/),
  });
  const empty = await run(["backup", "--to", `${folder}/none.age`], external);
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringMatching(/^This database has no tables of/) });
  const withKey = { ...external.env, VEDETTE_MASTER_KEY_FILE: join(dataDir, "master.key") };
  const restored = await run(restore, { ...external, env: withKey });
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("is restored") });
  const back = join(folder, "back.tar.zst.age");
  expect(await run(["backup", "--to", back], { ...external, env: withKey })).toMatchObject({ code: 0 });
  await outside.stop();

  const again = await lab.emptyDataDir();
  await mkdir(again);
  await copyFile(join(dataDir, "master.key"), join(again, "master.key"));
  expect(await run(["restore", "--from", back], { dataDir: again })).toMatchObject({ code: 0 });
  await vedette.stop();
  const second = await lab.start({ dataDir: again, key: vedette.key });
  const { body } = await second.request("GET", "/api/v1/monitors");
  expect(body).toMatchObject({ data: [{ name: "kept" }] });
});
