import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { sql } from "../storage/sql.ts";
import { openInstallationSecret } from "./installation-secret.ts";
import { makeMasterKeyFile } from "./master-key-file.ts";
import { openMasterKeys } from "./master-keys.ts";
import { rotateMasterKey } from "./rotate-master-key.ts";

let harness: TestDatabase;
let folder: string;
beforeAll(async () => {
  harness = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "vedette-secret-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await harness.drop();
});

test("shares one secret between nodes that start concurrently, unchanged by a rotation of the master key", async () => {
  const { database } = harness;
  const path = join(folder, "master.key");
  makeMasterKeyFile(path);
  const source = { kind: "file", path } as const;
  const open = () => openInstallationSecret(database, openMasterKeys(source));
  const [secret, ...others] = await Promise.all([open(), open(), open()]);
  expect(new Set([secret, ...others]).size).toBe(1);
  const before = await database.rows(sql`select master_key_id from installation_secret`);
  await rotateMasterKey(database, source);
  expect(await database.rows(sql`select master_key_id from installation_secret`)).not.toEqual(before);
  expect(await open()).toBe(secret);
});

test("does not open with another master key", async () => {
  const path = join(folder, "other.key");
  makeMasterKeyFile(path);
  await expect(
    openInstallationSecret(harness.database, openMasterKeys({ kind: "file", path })),
  ).rejects.toThrow("not available");
});
