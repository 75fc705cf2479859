import { execFile } from "node:child_process";
import { chmod, chown, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createEmbeddedDirectory,
  type EmbeddedDirectory,
  query,
  start,
  startInChild,
} from "../../../../test/database/embedded-directory.ts";
import { StartError } from "../../kernel/errors.ts";
import { sql } from "../sql.ts";
import { NOBODY, POSTGRES_UID } from "./account.ts";

const isRoot = process.getuid?.() === 0;
/** Containers often forbid user namespaces. */
const canIsolate = await promisify(execFile)("unshare", ["--user", `--map-user=${NOBODY}`, "true"]).then(
  () => true,
  () => false,
);

let place: EmbeddedDirectory;
beforeEach(async () => {
  place = await createEmbeddedDirectory();
  return () => place.remove();
});

/** The error of a rejected start. */
async function refusal(dataDir: string): Promise<string> {
  const error = await start(dataDir).then(
    async (server) => {
      await server.stop();
      return new Error("it started");
    },
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(StartError);
  return error instanceof Error ? error.message : "";
}

describe("a start is rejected with one sentence", () => {
  test("while another Vedette, in this process or another, uses the data", async () => {
    const here = await start(place.dataDir);
    expect(await refusal(place.dataDir)).toContain(`Another Vedette (process ${process.pid}) is using`);
    expect(await query(here.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await here.stop();

    const there = await startInChild(place.dataDir);
    expect(await refusal(place.dataDir)).toContain(`Another Vedette (process ${there.child.pid}) is using`);
    expect(await query(there.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await there.stop();
    await (await start(place.dataDir)).stop();
  });

  test("for data of another major version", async () => {
    await place.write("postgres/PG_VERSION", "15\n");
    expect(await refusal(place.dataDir)).toMatch(/created by PostgreSQL 15, but this Vedette contains 18/);
  });

  test("for a folder with other content, which it does not change", async () => {
    await place.write("postgres/letter.txt", "dear");
    expect(await refusal(place.dataDir)).toMatch(/not empty and is not a PostgreSQL data directory/);
    expect((await stat(join(place.dataDir, "letter.txt"))).size).toBe(4);
  });

  test("if a file is in the place of a folder", async () => {
    await place.write("file", "");
    expect(await refusal(join(place.folder, "file", "postgres"))).toMatch(/a part of that path is a file/);
  });

  test("for damaged data, with PostgreSQL's message", async () => {
    await (await start(place.dataDir)).stop();
    await rm(join(place.dataDir, "global/pg_control"));
    const said = await refusal(place.dataDir);
    expect(said).toMatch(/does not start in .*pg_control.*the data is damaged/);
  });

  test.runIf(isRoot)("for data of another user", async () => {
    await place.write("postgres/PG_VERSION", "18\n");
    await chown(place.dataDir, 4_711, 4_711);
    expect(await refusal(place.dataDir)).toMatch(/belongs to user 4711, but Vedette runs as user 0/);
  });

  test.runIf(isRoot)("as an ordinary user who may not write there", async () => {
    const locked = join(place.folder, "locked");
    await mkdir(locked, { mode: 0o755 });
    await expect(startInChild(join(locked, "postgres"), { uid: NOBODY })).rejects.toThrow(/can write there/);
  });
});

describe.runIf(isRoot)("as root and as an ordinary user", () => {
  test("as root the server runs under its own ID, which owns its data", async () => {
    const server = await start(place.dataDir);
    const folder = await stat(place.dataDir);
    expect([folder.uid, folder.mode & 0o777]).toEqual([POSTGRES_UID, 0o700]);
    expect((await stat(`/proc/${server.pid}`)).uid).toBe(POSTGRES_UID);
    await server.stop();
  });

  test.runIf(canIsolate)("a user id without a name runs it too, and root refuses that data", async () => {
    const own = join(place.folder, "own");
    await mkdir(own);
    await chown(own, 2_000, 2_000);
    // As in containers; only initdb refuses it.
    const server = await startInChild(join(own, "postgres"), { uid: 2_000 });
    expect((await stat(join(own, "postgres"))).uid).toBe(2_000);
    expect(await query(server.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await server.stop();
    expect(await refusal(join(own, "postgres"))).toMatch(/belongs to user 2000/);
  });

  test("a user with a name requires no namespace", async () => {
    const own = join(place.folder, "own");
    await mkdir(own);
    await chown(own, NOBODY, NOBODY);
    const server = await startInChild(join(own, "postgres"), { uid: NOBODY });
    expect(await query(server.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test("in an inaccessible folder it runs in a namespace or names the folder, and it continues once the folder is accessible", async () => {
    await chmod(place.folder, 0o700);
    if (!canIsolate) {
      expect(await refusal(place.dataDir)).toContain(`chmod o+x ${place.folder}`);
      return;
    }
    const closed = await start(place.dataDir);
    await query(closed.connection, sql`create table kept as select 1 as id`);
    await closed.stop();
    expect((await stat(place.dataDir)).uid).toBe(0);

    await chmod(place.folder, 0o711);
    const opened = await start(place.dataDir);
    expect(await query(opened.connection, sql`select id from kept`)).toEqual([{ id: 1 }]);
    await opened.stop();
    expect((await stat(place.dataDir)).uid).toBe(POSTGRES_UID);
  });
});

describe("what a start repairs", () => {
  test("permissions that a copy or a restore widened", async () => {
    await (await start(place.dataDir)).stop();
    await chmod(place.dataDir, 0o755);
    await (await start(place.dataDir)).stop();
    expect((await stat(place.dataDir)).mode & 0o777).toBe(0o700);
  });

  test("a large log is rotated", async () => {
    await (await start(place.dataDir)).stop();
    await writeFile(`${place.dataDir}.log`, Buffer.alloc(11 * 2 ** 20, "x"));
    await (await start(place.dataDir)).stop();
    expect((await stat(`${place.dataDir}.log`)).size).toBeLessThan(2 ** 20);
    expect((await stat(join(dirname(place.dataDir), "postgres.log.1"))).size).toBe(11 * 2 ** 20);
  });
});
