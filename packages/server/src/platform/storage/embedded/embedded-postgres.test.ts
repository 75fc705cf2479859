import { readdir, stat } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createEmbeddedDirectory,
  type EmbeddedDirectory,
  postmasters,
  query,
  start,
} from "../../../../test/database/embedded-directory.ts";
import { silentLogger } from "../../kernel/logger.ts";
import type { SocketConnection } from "../connection.ts";
import { openDatabase } from "../pool.ts";
import { sql } from "../sql.ts";
import { type EmbeddedPostgres, findRunningEmbedded } from "./embedded-postgres.ts";
import { findProcess } from "./process-status.ts";

let place: EmbeddedDirectory;
beforeEach(async () => {
  place = await createEmbeddedDirectory();
  return () => place.remove();
});

describe("start and stop", () => {
  test("keeps data between starts, and leaves no process running", async () => {
    const first = await start(place.dataDir);
    await query(first.connection, sql`create table kept as select 1 as id`);
    await first.stop();
    expect(await postmasters(place.dataDir)).toEqual([]);

    const second = await start(place.dataDir);
    expect(await query(second.connection, sql`select id from kept`)).toEqual([{ id: 1 }]);
    await second.stop();
    await second.stop();
  });

  test("uses a role without superuser rights and synchronous commits", async () => {
    const server = await start(place.dataDir);
    expect(
      await query(
        server.connection,
        sql`select rolsuper as super, current_setting('synchronous_commit') as commit,
          current_setting('fsync') as fsync, current_setting('data_checksums') as checksums
          from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ super: false, commit: "on", fsync: "on", checksums: "on" }]);
    await server.stop();
  });

  test("repeats an initdb that was killed", async () => {
    await place.write("postgres.new/half-made", "");
    const server = await start(place.dataDir);
    expect(await query(server.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await server.stop();
    expect(await readdir(place.folder)).not.toContain("postgres.new");
  });

  test("uses the temporary folder if the path is too long for a socket", async () => {
    const long = `${place.folder}/${"long-".repeat(22)}/postgres`;
    const server = await start(long);
    expect(server.connection.socketDir).not.toBe(long);
    expect(await query(server.connection, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(await findRunningEmbedded(long)).toEqual(server.connection);
    await server.stop();
    await expect(stat(server.connection.socketDir)).rejects.toThrow(/ENOENT/);
  });

  test("lets a command find the running server, and none after its stop", async () => {
    const server = await start(place.dataDir);
    expect(await findRunningEmbedded(place.dataDir)).toEqual(server.connection);
    await server.stop();
    expect(await findRunningEmbedded(place.dataDir)).toBeNull();
  });
});

describe("a server that is killed at run time", () => {
  let server: EmbeddedPostgres | undefined;
  afterEach(() => server?.stop());

  test("is restarted with every committed row, and pool and listener reconnect", async () => {
    server = await start(place.dataDir);
    const database = await open(server.connection);
    await database.run(sql`create table kept (id int)`);
    for (let id = 0; id < 50; id++) await database.run(sql`insert into kept values (${id})`);
    const heard: string[] = [];
    await database.listen("news", (payload) => heard.push(payload));

    const killed = server.pid;
    process.kill(killed, "SIGKILL");

    await vi.waitFor(() => expect(server?.pid).not.toBe(killed), { timeout: 30_000 });
    expect(await database.find(sql`select count(*) as rows from kept`)).toEqual({ rows: 50 });
    await vi.waitFor(() => expect(heard).toContain(""), { timeout: 30_000 });
    await database.run(sql`select pg_notify('news', 'again')`);
    await vi.waitFor(() => expect(heard).toContain("again"), 30_000);
    await database.close();
    await server.stop();
    expect(await postmasters(place.dataDir)).toEqual([]);
  });

  test("can be stopped during its restart", async () => {
    server = await start(place.dataDir);
    process.kill(server.pid, "SIGKILL");
    await server.stop();
    // A child that the killed server had just forked still has its command line, and exits on its own.
    await vi.waitFor(async () => expect(await postmasters(place.dataDir)).toEqual([]), { timeout: 30_000 });
    expect(await findProcess(server.pid)).toBeNull();
  });
});

const open = (connection: SocketConnection) =>
  openDatabase({ connection, log: silentLogger, maxConnections: 3, statementTimeoutMs: 5_000 });
