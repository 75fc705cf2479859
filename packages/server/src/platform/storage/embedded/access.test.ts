import { execFile } from "node:child_process";
import { chown, lchown, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createEmbeddedDirectory,
  type EmbeddedDirectory,
  query,
  start,
} from "../../../../test/database/embedded-directory.ts";
import { sql } from "../sql.ts";
import { NOBODY, POSTGRES_UID } from "./account.ts";
import { passwordPath } from "./password-file.ts";

// Only root can become another user to verify what that user can access, and only if that user can run this Node.
const becomesNobody = (await asNobody("process.stdout.write('runs')").catch(() => "")) === "runs";

let place: EmbeddedDirectory;
beforeEach(async () => {
  place = await createEmbeddedDirectory();
  return () => place.remove();
});

describe.runIf(becomesNobody)("a daemon of the machine that runs as an unprivileged user", () => {
  test("cannot read the data or the password, or connect to the socket", async () => {
    const server = await start(place.dataDir);
    for (const path of [
      join(place.dataDir, "PG_VERSION"),
      passwordPath(place.dataDir),
      `${place.dataDir}.log`,
    ]) {
      await expect(asNobody(`require("node:fs").readFileSync(${JSON.stringify(path)})`)).rejects.toThrow(
        /EACCES/,
      );
    }
    const socket = JSON.stringify(join(server.connection.socketDir, ".s.PGSQL.5432"));
    await expect(
      asNobody(`require("node:net").connect(${socket}).on("error", (error) => { throw error })`),
    ).rejects.toThrow(/EACCES/);
    await server.stop();
  });

  test("loses access to a data directory that an earlier version owned by it", async () => {
    await (await start(place.dataDir)).stop();
    await makeEarlier(place.dataDir);
    const server = await start(place.dataDir);
    expect(await query(server.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await server.stop();
    const entries = await readdir(place.dataDir, { recursive: true });
    const owners = await Promise.all(
      entries.map(async (name) => (await stat(join(place.dataDir, name))).uid),
    );
    expect([...new Set(owners)]).toEqual([POSTGRES_UID]);
    expect((await stat(passwordPath(place.dataDir))).mode & 0o777).toBe(0o600);
  });
});

describe("a connection to the socket", () => {
  test("is rejected without the password, for our role and for the superuser", async () => {
    const server = await start(place.dataDir);
    for (const user of ["vedette", "postgres"]) {
      const stranger = { ...server.connection, user, password: "guessed" };
      await expect(query(stranger, sql`select 1`)).rejects.toThrow(/password authentication failed/);
    }
    await server.stop();
  });

  test("requires a password after an upgrade from an earlier version, which keeps its rows", async () => {
    const first = await start(place.dataDir);
    await query(first.connection, sql`create table kept as select 1 as id`);
    await first.stop();
    await writeFile(join(place.dataDir, "pg_hba.conf"), "local all all trust\n");
    await rm(passwordPath(place.dataDir));
    const second = await start(place.dataDir);
    expect(await query(second.connection, sql`select id from kept`)).toEqual([{ id: 1 }]);
    await expect(query({ ...second.connection, password: "" }, sql`select 1`)).rejects.toThrow(/password/);
    await second.stop();
  });

  test("with the password of another installation fails with an explanation", async () => {
    await (await start(place.dataDir)).stop();
    await writeFile(passwordPath(place.dataDir), "of another installation\n");
    await expect(start(place.dataDir)).rejects.toThrow(/does not accept the password in .*remove it/);
    await rm(passwordPath(place.dataDir));
    await (await start(place.dataDir)).stop();
  });
});

/** The state of earlier versions: everything owned by the user `nobody`, every local user trusted, no password. */
async function makeEarlier(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, "pg_hba.conf"), "local all all trust\n");
  await rm(passwordPath(dataDir));
  for (const name of await readdir(dataDir, { recursive: true }))
    await lchown(join(dataDir, name), NOBODY, NOBODY);
  await chown(dataDir, NOBODY, NOBODY);
}

/** Runs JavaScript as the user `nobody`, like `setpriv --reuid 65534 --regid 65534 --clear-groups`. */
async function asNobody(line: string): Promise<string> {
  const drop = ["--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"];
  const { stdout } = await promisify(execFile)("setpriv", [...drop, process.execPath, "-e", line], {
    cwd: "/",
  });
  return stdout;
}
