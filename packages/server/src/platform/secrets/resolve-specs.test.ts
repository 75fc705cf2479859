import type { CheckSpec, HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { testVault } from "../../../test/vault.ts";
import { newId } from "../kernel/ids.ts";
import { type Logger, silentLogger } from "../kernel/logger.ts";
import { sql } from "../storage/sql.ts";
import { createSpecResolver } from "./resolve-specs.ts";
import { variableBoxContext } from "./variable-values.ts";

let home: TestDatabase;
const vault = testVault();
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home.drop());

const spec: HttpCheckSpec = {
  kind: "url",
  url: "http://127.0.0.1/",
  method: "POST",
  headers: {},
  body: null,
  followRedirects: true,
  verifyTls: true,
  timeoutMs: 1_000,
  retries: 0,
  degradedAfterMs: null,
  assertions: [],
};

async function put(orgId: string, name: string, value: string, isSecret = false): Promise<string> {
  const id = newId(Date.now());
  await home.database.transaction(async (db) => {
    const encrypted = isSecret ? await vault.seal(db, variableBoxContext(orgId, id, 1), value) : null;
    await db.run(sql`
      insert into variable (id, org_id, name, type, value, encrypted_value, created_at, updated_at)
      values (${id}, ${orgId}, ${name}, ${isSecret ? "secret" : "string"}, ${isSecret ? null : value}, ${encrypted},
        now(), now())`);
  });
  return id;
}

function resolve(wanted: readonly { orgId: string; spec: CheckSpec }[], log: Logger = silentLogger) {
  return createSpecResolver({ db: home.database, vault, log })(wanted);
}

describe("specs", () => {
  test("returns specs without variables unchanged, without reading the database", async () => {
    const refuse = () => Promise.reject(new Error("read"));
    const resolver = createSpecResolver({
      db: { rows: refuse, find: refuse, run: refuse, defer: refuse },
      vault,
      log: silentLogger,
    });
    const tcp: CheckSpec = {
      kind: "tcp",
      host: "{{A}}",
      port: 1,
      timeoutMs: 1,
      retries: 0,
      degradedAfterMs: null,
      assertions: [],
    };
    const [one, two] = await resolver([
      { orgId: "a", spec },
      { orgId: "b", spec: tcp },
    ]);
    expect(one).toBe(spec);
    expect(two).toBe(tcp);
  });

  test("resolves values of the own organization and masks only secrets", async () => {
    const [mine, other] = [await makeOrganization(home.database), await makeOrganization(home.database)];
    await put(mine, "A", "mine", true);
    await put(other, "A", "theirs");
    const named = { ...spec, url: "http://127.0.0.1/{{A}}", headers: { "X-A": "{{A}}", "X-B": "b" } };
    const specs = await resolve([
      { orgId: mine, spec: named },
      { orgId: other, spec: named },
      { orgId: other, spec },
    ]);
    expect(specs).toEqual([
      {
        ...named,
        url: "http://127.0.0.1/mine",
        headers: { "X-A": "mine", "X-B": "b" },
        mask: ["mine"],
        secretHeaders: ["X-A"],
      },
      { ...named, url: "http://127.0.0.1/theirs", headers: { "X-A": "theirs", "X-B": "b" } },
      spec,
    ]);
  });

  test("marks only specs with a secret that does not open as unready", async () => {
    const orgId = await makeOrganization(home.database);
    const id = await put(orgId, "BROKEN", "x", true);
    await put(orgId, "WHOLE", "y", true);
    await home.database.run(sql`update variable set version = 2 where id = ${id}`);
    const logged: unknown[] = [];
    const log = { ...silentLogger, error: (event: string, facts?: object) => logged.push([event, facts]) };
    const [broken, whole] = await resolve(
      [
        { orgId, spec: { ...spec, url: "http://127.0.0.1/{{BROKEN}}" } },
        { orgId, spec: { ...spec, url: "http://127.0.0.1/{{WHOLE}}" } },
      ],
      log,
    );
    expect(broken).toMatchObject({ isUnready: true, url: "http://127.0.0.1/{{BROKEN}}" });
    expect(whole).toMatchObject({ url: "http://127.0.0.1/y" });
    expect(logged).toEqual([["secrets.decrypt_failed", expect.objectContaining({ variable_id: id })]]);
  });

  test("marks specs beyond the length limit as unready", async () => {
    const orgId = await makeOrganization(home.database);
    await put(orgId, "LONG", "x".repeat(60_000));
    const [grown] = await resolve([{ orgId, spec: { ...spec, body: "{{LONG}}".repeat(5) } }]);
    expect(grown).toMatchObject({ isUnready: true });
  });
});
