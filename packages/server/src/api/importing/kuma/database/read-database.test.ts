import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { makeKuma123 } from "../../../../../test/database/make-kuma-1.23.ts";
import { findKumaFiles, importKuma, type KumaFiles, type KumaOptions } from "../import-kuma.ts";
import { mapKuma } from "../map-kuma.ts";
import { readDatabase } from "./read-database.ts";

const FIXTURE = join(import.meta.dirname, "../fixtures/kuma.db");
const folder = mkdtempSync(join(tmpdir(), "vedette-kuma-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** A copy of the database of Uptime Kuma, changed by statements. */
function changed(...statements: string[]): string {
  const path = join(folder, `${++count}.db`);
  cpSync(FIXTURE, path);
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = delete; pragma foreign_keys = off");
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

const refusal = async (files: KumaFiles, options?: KumaOptions): Promise<string> => {
  const error = await importKuma(files, options).then(
    () => new Error("was imported"),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ code: "BAD_REQUEST", details: [{ path: "file", message: error.message }] });
  return error.message;
};

/** Without a process of its own, whose start takes a second. */
const read = (path: string, history = false) =>
  mapKuma(readDatabase(path, { bytes: statSync(path).size, history }));

const bytesOf = (path = FIXTURE) => new Uint8Array(readFileSync(path));

describe("a file that cannot be read is refused in one sentence", () => {
  const random = Uint8Array.from({ length: 8_192 }, (_, at) => (at * 7_919 + (at >> 3) * 31) % 256);
  test.each<[string, Uint8Array, RegExp]>([
    ["an empty file", new Uint8Array(), /is empty/],
    ["a text", new TextEncoder().encode("monitors:\n - a"), /no SQLite database/],
    ["a JSON backup", new TextEncoder().encode('{"version":"1.23.0"}'), /is JSON/],
    ["an archive", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0), /archive/],
    ["an encrypted database", random, /encrypted/],
    ["a header alone", bytesOf().subarray(0, 60), /incomplete/],
    ["half of a database", bytesOf().subarray(0, 100_000), /damaged|incomplete/],
    ["a newer format of SQLite", bytesOf().with(19, 9), /newer format of SQLite/],
    ["a page size that does not exist", bytesOf().with(16, 3).with(17, 7), /damaged/],
  ])("%s", async (_case, db, message) => {
    expect(await refusal({ db })).toMatch(message);
  });

  test("damaged pages", async () => {
    const db = bytesOf();
    db.fill(0xab, 8_192, 200_000);
    expect(await refusal({ db })).toMatch(/damaged/);
  });

  test("a database of another program, and one without a required column", () => {
    const path = join(folder, "other.db");
    const other = new DatabaseSync(path);
    other.exec("create table customer (id integer)");
    other.close();
    expect(() => read(path)).toThrow(/not one of Uptime Kuma.*"monitor"/);
    expect(() => read(changed("alter table heartbeat rename column status to state"))).toThrow(
      /version of Uptime Kuma that is not supported.*"status"/,
    );
  });

  test("views in place of tables are not evaluated", () => {
    const view = `create view monitor as with recursive n(id) as (select 1 union all select id + 1 from n) select id, 'x' as name,
      'http' as type, 60 as interval, 1 as active from n`;
    expect(() => read(changed("drop table monitor", view))).toThrow(/no table "monitor"/);
  });

  test("too many monitors, and a database that takes too long", async () => {
    const many = changed(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000)
      insert into monitor (name, type, url) select 'm' || i, 'http', 'http://a.example/' from n`);
    expect(() => read(many)).toThrow(/more than 5000 rows/);
    expect(await refusal({ db: FIXTURE }, { deadlineMs: 1 })).toMatch(/longer than/);
  });

  test("a second file that is no write-ahead log, and two databases", async () => {
    expect(await refusal({ db: FIXTURE, wal: bytesOf() })).toMatch(/not the write-ahead log/);
    await expect(findKumaFiles([bytesOf(), bytesOf()])).rejects.toThrow(/Several databases/);
  });
});

describe("a database that is read", () => {
  test("with the changes that are only in its write-ahead log", async () => {
    const path = join(folder, "live.db");
    cpSync(FIXTURE, path);
    const live = new DatabaseSync(path);
    live.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; pragma foreign_keys = off");
    live.exec("update monitor set name = 'Renamed in the log' where id = 4");
    live.exec("delete from monitor where id = 5");
    const files = [bytesOf(`${path}-wal`), new Uint8Array(4), bytesOf(path)];
    live.close();
    const { db, wal } = await findKumaFiles(files);
    const { document } = await importKuma({ db, wal });
    expect(document.monitors?.["monitor-4"]?.name).toBe("Renamed in the log");
    expect(document.monitors?.["monitor-5"]).toBeUndefined();
  });

  test("of a newer version: what was added is named", () => {
    const db = changed(
      "alter table monitor add column quantum_mode text",
      "update monitor set quantum_mode = 'on' where id = 4",
      "insert into knex_migrations (name) values ('2027-01-01-0000-add-quantum-mode.js')",
    );
    const { report } = read(db);
    expect(report.not_made.find(({ kind }) => kind === "database")?.reasons[0]).toContain("add-quantum-mode");
    expect(report.made_with_differences.find(({ key }) => key === "monitor-4")?.reasons).toContain(
      "The field 'quantum_mode' has no counterpart.",
    );
  });

  test("with hostile values: names, URLs, intervals and circles of groups", () => {
    const db = changed(
      "update monitor set name = char(1) || 'a' || char(27) || '[31m' where id = 4",
      "update monitor set url = 'not a url' where id = 6",
      "update monitor set interval = 2073600, timeout = 9999 where id = 8",
      "update monitor set name = '', description = replace(hex(zeroblob(2000)), '0', 'x') where id = 9",
      "update monitor set parent = 2 where id = 1",
      "update monitor set url = 'http://u:fake-url-pass@www.acme.example/{{x}}' where id = 13",
      "update monitor set type = '__proto__' where id = 15",
      "update monitor set accepted_statuscodes_json = '{broken' where id = 16",
      'update monitor set conditions = \'[{"type":"expression","andOr":"and","variable":"record","operator":"equals","value":"a"},{"type":"expression","andOr":"or","variable":"record","operator":"equals","value":"b"}]\' where id = 32',
    );
    const { document, report, credentials } = read(db);
    expect(document.monitors).toMatchObject({
      "monitor-4": { name: "a [31m" },
      "monitor-8": { interval: 86_400, timeout: 300 },
      "monitor-9": { name: "monitor-9" },
      "monitor-13": {
        url: "http://www.acme.example/\\{{x}}",
        auth: { username: "u", password: "{{KUMA_13_PASSWORD}}" },
      },
      "monitor-16": { accept_statuses: ["200-299"] },
      "monitor-32": { enabled: false, tags: ["check-me"] },
    });
    expect(credentials["/secrets/KUMA_13_PASSWORD"]).toBe("fake-url-pass");
    const notMade = new Map(report.not_made.map(({ key, reasons }) => [key, reasons]));
    expect(notMade.get("monitor-6")).toEqual([expect.stringContaining("'url' must be an absolute URL")]);
    expect(notMade.get("monitor-15")).toEqual(["The type '__proto__' is not known."]);
    expect(report.made_with_differences.find(({ key }) => key === "monitor-8")?.reasons).toContain(
      "The interval of 2073600 s is changed to 86400 s.",
    );
  });

  test("of Uptime Kuma 1.23, with its history from the checks themselves", () => {
    const db = makeKuma123(join(folder, "old.db"), { monitors: 2, days: 2 });
    const { document, history } = read(db, true);
    expect(document.monitors?.["monitor-1"]).toMatchObject({ type: "url", interval: 60, timeout: 48 });
    expect(document.heartbeats?.["monitor-2"]).toMatchObject({ schedule: { seconds: 60 } });
    const [first] = history?.targets ?? [];
    expect(first?.days.map(({ total, failed }) => [total, failed])).toEqual([
      [1_440, 60],
      [1_440, 60],
    ]);
    expect(first?.hours).toHaveLength(48);
    expect(first?.changes.map(({ status }) => status)).toEqual(["up", "down", "up", "down", "up", "pending"]);
  });
});
