import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  createEmbeddedDirectory,
  type EmbeddedDirectory,
  postmasters,
  query,
  start,
  startInChild,
} from "../../../../test/database/embedded-directory.ts";
import { sql } from "../sql.ts";
import { POSTGRES_UID } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { findProcess } from "./process-status.ts";

let place: EmbeddedDirectory;
beforeEach(async () => {
  place = await createEmbeddedDirectory();
  return () => place.remove();
});

describe("after kill -9 of Vedette", () => {
  test("the next start has every committed row and a single server", async () => {
    const parent = await startInChild(place.dataDir);
    await query(parent.connection, sql`create table kept as select 1 as id`);
    parent.child.kill("SIGKILL");
    await once(parent.child, "exit");

    const server = await start(place.dataDir);
    expect(await query(server.connection, sql`select id from kept`)).toEqual([{ id: 1 }]);
    expect(await postmasters(place.dataDir)).toEqual([server.pid]);
    await server.stop();
  });

  test("a surviving server is shut down and replaced", async () => {
    await (await start(place.dataDir)).stop();
    const orphan = await startOrphan(place.dataDir);

    const server = await start(place.dataDir);
    expect(await postmasters(place.dataDir)).toEqual([server.pid]);
    expect(server.pid).not.toBe(orphan);
    expect(await readFile(`${place.dataDir}.log`, "utf8")).not.toMatch(/not properly shut down/);
    await server.stop();
  });

  test("no committed row is lost if both are killed", async () => {
    const parent = await startInChild(place.dataDir);
    await query(parent.connection, sql`create table kept as select 1 as id`);
    parent.child.kill("SIGSTOP");
    process.kill(parent.pid, "SIGKILL");
    parent.child.kill("SIGKILL");
    await once(parent.child, "exit");

    const server = await start(place.dataDir);
    expect(await query(server.connection, sql`select id from kept`)).toEqual([{ id: 1 }]);
    await server.stop();
  });
});

describe("a stale postmaster.pid", () => {
  test("of a dead process does not prevent the start", async () => {
    await leavePidFile(2 ** 22 - 7);
    await (await start(place.dataDir)).stop();
  });

  test("whose process ID was reused does not prevent the start, and the other process is not touched", async () => {
    // Under the user of the server: PostgreSQL considers any living process of that user to be the server.
    const asServer = process.getuid?.() === 0 ? { uid: POSTGRES_UID, gid: POSTGRES_UID } : {};
    const stranger = spawn("sleep", ["60"], { ...asServer, cwd: "/" });
    await once(stranger, "spawn");
    await leavePidFile(stranger.pid ?? 0);
    await (await start(place.dataDir)).stop();
    expect(await findProcess(stranger.pid ?? 0)).toMatchObject({ zombie: false });
    stranger.kill("SIGKILL");
  });

  async function leavePidFile(pid: number): Promise<void> {
    await (await start(place.dataDir)).stop();
    const path = join(place.dataDir, "postmaster.pid");
    await appendFile(path, `${pid}\n${place.dataDir}\n1700000000\n5432\n${place.dataDir}\n\n\nready   \n`);
    if (process.getuid?.() === 0) await chown(path, POSTGRES_UID, POSTGRES_UID);
  }
});

/** Only the server, as a killed Vedette leaves it without setpriv. */
async function startOrphan(dataDir: string): Promise<number> {
  const asServer = process.getuid?.() === 0 ? { uid: POSTGRES_UID, gid: POSTGRES_UID } : {};
  const postgres = join(await findBinaries(), "postgres");
  const args = ["-D", dataDir, "-k", dataDir, "-c", "listen_addresses="];
  const child = spawn(postgres, args, { ...asServer, cwd: "/", stdio: "ignore", detached: true });
  await vi.waitFor(
    async () => expect(await readFile(join(dataDir, "postmaster.pid"), "utf8")).toMatch(/ready/),
    {
      timeout: 30_000,
    },
  );
  return child.pid ?? 0;
}
