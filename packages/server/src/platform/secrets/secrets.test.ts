import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { BoxError, newKeyBytes } from "../kernel/secret-box.ts";
import { sql } from "../storage/sql.ts";
import { makeMasterKeyFile, readMasterKeyFile, replaceMasterKeyFile } from "./master-key-file.ts";
import { type MasterKeySource, openMasterKeys } from "./master-keys.ts";
import { rotateMasterKey } from "./rotate-master-key.ts";
import { createVault } from "./vault.ts";
import { verifyMasterKeys } from "./verify-master-keys.ts";

let folder = "";
const databases: TestDatabase[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-keys-"));
});
afterAll(async () => {
  await Promise.all(databases.map(({ drop }) => drop()));
  await rm(folder, { recursive: true });
});

async function newDatabase() {
  const made = await testDatabase();
  databases.push(made);
  return made.database;
}

let files = 0;
const newPath = () => join(folder, `${++files}.key`);
const newKey = () => newKeyBytes().toString("base64");
const settings = (...keys: string[]): MasterKeySource => ({ kind: "settings", keys });
const vaultOf = (source: MasterKeySource) => createVault(openMasterKeys(source));

function place(orgId: string, change: Partial<{ id: string; version: number; purpose: string }> = {}) {
  return { purpose: "variable", orgId, id: "a", version: 1, ...change };
}

describe("a vault", () => {
  test("opens a box only in its own context", async () => {
    const db = await newDatabase();
    const vault = vaultOf(settings(newKey()));
    const [mine, other] = [await makeOrganization(db), await makeOrganization(db)];
    const box = await db.transaction((tx) => vault.seal(tx, place(mine), "the secret"));
    await db.transaction((tx) => vault.seal(tx, place(other), "theirs"));
    expect(await vault.open(db, place(mine), box)).toBe("the secret");
    for (const elsewhere of [
      place(other),
      place(mine, { id: "b" }),
      place(mine, { version: 2 }),
      place(mine, { purpose: "channel" }),
    ]) {
      await expect(vault.open(db, elsewhere, box)).rejects.toThrow(BoxError);
    }
  });

  test("creates one data key per organization for concurrent first secrets", async () => {
    const db = await newDatabase();
    const vault = vaultOf(settings(newKey()));
    const orgId = await makeOrganization(db);
    const boxes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        db.transaction((tx) => vault.seal(tx, place(orgId, { id: String(index) }), `secret ${index}`)),
      ),
    );
    for (const [index, box] of boxes.entries()) {
      expect(await vault.open(db, place(orgId, { id: String(index) }), box)).toBe(`secret ${index}`);
    }
    expect(await db.rows(sql`select version from organization_data_key`)).toEqual([{ version: 1 }]);
  });

  test("does not cache a data key whose transaction was rolled back", async () => {
    const db = await newDatabase();
    const vault = vaultOf(settings(newKey()));
    const orgId = await makeOrganization(db);
    const failing = db.transaction(async (tx) => {
      await vault.seal(tx, place(orgId), "lost");
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    const box = await db.transaction((tx) => vault.seal(tx, place(orgId), "kept"));
    expect(await vaultOf(settings(newKey())).open(db, place(orgId), box).catch(String)).toContain(
      "not available",
    );
    expect(await vault.open(db, place(orgId), box)).toBe("kept");
  });

  test("opens a box although it opened one of a data key that was rolled back", async () => {
    const db = await newDatabase();
    const vault = vaultOf(settings(newKey()));
    const mine = await makeOrganization(db);
    const rolledBack = db.transaction(async (tx) => {
      const box = await vault.seal(tx, place(mine), "never stored");
      expect(await vault.open(tx, place(mine), box)).toBe("never stored");
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    const box = await db.transaction((tx) => vault.seal(tx, place(mine), "the secret"));
    expect(await vault.open(db, place(mine), box)).toBe("the secret");
  });

  test("rejects data keys swapped between organizations", async () => {
    const db = await newDatabase();
    const key = newKey();
    const [mine, other] = [await makeOrganization(db), await makeOrganization(db)];
    const vault = vaultOf(settings(key));
    const box = await db.transaction((tx) => vault.seal(tx, place(mine), "the secret"));
    await db.transaction((tx) => vault.seal(tx, place(other), "theirs"));
    await db.run(sql`
      update organization_data_key set wrapped = (select wrapped from organization_data_key where org_id = ${mine})
      where org_id = ${other}`);
    await expect(vaultOf(settings(key)).open(db, place(other), box)).rejects.toThrow(BoxError);
  });
});

describe("master keys", () => {
  test("rejects master keys other than those of the database with a remedy, and changes nothing", async () => {
    const db = await newDatabase();
    const [key, another] = [newKey(), newKey()];
    await verifyMasterKeys(db, openMasterKeys(settings(key)));
    await expect(verifyMasterKeys(db, openMasterKeys(settings(another)))).rejects.toThrow(
      /encrypted with the master key [0-9a-f]{16}, which is not the configured one: restore it/,
    );
    await verifyMasterKeys(db, openMasterKeys(settings(key)));
    await verifyMasterKeys(db, openMasterKeys(settings(another, key)));
  });

  test("rejects master keys without the key of a data key", async () => {
    const db = await newDatabase();
    const [key, another] = [newKey(), newKey()];
    await verifyMasterKeys(db, openMasterKeys(settings(key)));
    const orgId = await makeOrganization(db);
    await db.transaction((tx) => vaultOf(settings(another, key)).seal(tx, place(orgId), "x"));
    await expect(verifyMasterKeys(db, openMasterKeys(settings(key)))).rejects.toThrow(
      "not the configured one",
    );
  });
});

describe("the key file", () => {
  test("is created once with mode 0600 by concurrent processes, without leftover files", async () => {
    const own = await mkdtemp(join(folder, "own-"));
    const path = join(own, "master.key");
    for (let times = 0; times < 20; times++) makeMasterKeyFile(path);
    const [key] = readMasterKeyFile(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(key ?? "", "base64")).toHaveLength(32);
    makeMasterKeyFile(path);
    expect(readMasterKeyFile(path)).toEqual([key]);
    expect(await readdir(own)).toEqual(["master.key"]);
  });

  test("is rejected with one sentence if accessible to others, of another length, incomplete or missing", async () => {
    const path = newPath();
    makeMasterKeyFile(path);
    const whole = await readFile(path, "utf8");
    await chmod(path, 0o640);
    expect(() => readMasterKeyFile(path)).toThrow(
      `is accessible to other users (mode 640): run "chmod 600 ${path}".`,
    );
    await chmod(path, 0o600);
    for (const text of [
      "",
      whole.slice(0, 20),
      Buffer.alloc(31).toString("base64"),
      whole.repeat(3),
      "garbage\n",
    ]) {
      await writeFile(path, text);
      expect(() => readMasterKeyFile(path)).toThrow("is not 32 bytes in base64: restore the file");
    }
    expect(() => readMasterKeyFile(newPath())).toThrow("cannot be read");
    expect(() => makeMasterKeyFile(join(folder, "nowhere", "master.key"))).toThrow(
      "set VEDETTE_DATA to a directory",
    );
  });
});

describe("a rotation", () => {
  async function sealed(source: MasterKeySource, organizations = 3) {
    const db = await newDatabase();
    await verifyMasterKeys(db, openMasterKeys(source));
    const vault = vaultOf(source);
    const boxes: { orgId: string; box: Buffer }[] = [];
    for (let count = 0; count < organizations; count++) {
      const orgId = await makeOrganization(db);
      boxes.push({
        orgId,
        box: await db.transaction((tx) => vault.seal(tx, place(orgId), `secret of ${orgId}`)),
      });
    }
    const expectOpen = async (by: MasterKeySource) => {
      for (const { orgId, box } of boxes) {
        expect(await vaultOf(by).open(db, place(orgId), box)).toBe(`secret of ${orgId}`);
      }
    };
    return { db, vault, boxes, expectOpen };
  }

  test("between settings leaves nothing that the old key decrypts", async () => {
    const [old, fresh] = [newKey(), newKey()];
    const { db, expectOpen } = await sealed(settings(old));
    await expectOpen(settings(fresh, old));
    expect((await rotateMasterKey(db, settings(fresh, old))).rewrapped).toBe(3);
    await verifyMasterKeys(db, openMasterKeys(settings(fresh)));
    await expectOpen(settings(fresh));
    await expect(expectOpen(settings(old))).rejects.toThrow("not available");
    await expect(verifyMasterKeys(db, openMasterKeys(settings(old)))).rejects.toThrow("restore it");
    expect((await rotateMasterKey(db, settings(fresh))).rewrapped).toBe(0);
  });

  test("of the file is followed by a running service", async () => {
    const path = newPath();
    makeMasterKeyFile(path);
    const source: MasterKeySource = { kind: "file", path };
    const { db, vault, boxes, expectOpen } = await sealed(source);
    const cold = vaultOf(source);
    const [before] = readMasterKeyFile(path);
    await rotateMasterKey(db, source);
    const [after, ...more] = readMasterKeyFile(path);
    expect([after === before, more]).toEqual([false, []]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expectOpen(source);
    // Neither service was restarted: one had opened secrets before, the other had not.
    for (const service of [vault, cold]) {
      const [first] = boxes;
      expect(await service.open(db, place(first?.orgId ?? ""), first?.box ?? Buffer.alloc(0))).toContain(
        "secret of",
      );
      const orgId = await makeOrganization(db);
      const box = await db.transaction((tx) => service.seal(tx, place(orgId), "later"));
      expect(await vaultOf(source).open(db, place(orgId), box)).toBe("later");
    }
  });

  test("that is interrupted at any point loses nothing and is completed by the next one", async () => {
    const path = newPath();
    makeMasterKeyFile(path);
    const source: MasterKeySource = { kind: "file", path };
    const { db, boxes, expectOpen } = await sealed(source);
    const [old = ""] = readMasterKeyFile(path);
    const fresh = newKey();
    // After the new key was written, before any data key was encrypted with it.
    replaceMasterKeyFile(path, [fresh, old]);
    await verifyMasterKeys(db, openMasterKeys(source));
    await expectOpen(source);
    // In the middle: some data keys use the new key, others and the check use the old one.
    const last = boxes.at(-1)?.orgId;
    const [kept] = await db.rows<{ wrapped: Buffer; master_key_id: string }>(
      sql`select wrapped, master_key_id from organization_data_key where org_id = ${last}`,
    );
    const check = await db.find<{ box: Buffer }>(sql`select box from master_key_check`);
    await rotateMasterKey(db, settings(fresh, old));
    await db.run(sql`
      update organization_data_key set wrapped = ${kept?.wrapped}, master_key_id = ${kept?.master_key_id}
      where org_id = ${last}`);
    await db.run(
      sql`update master_key_check set master_key_id = ${kept?.master_key_id}, box = ${check?.box}`,
    );
    await verifyMasterKeys(db, openMasterKeys(source));
    await expectOpen(source);
    expect(readMasterKeyFile(path)).toHaveLength(2);
    await rotateMasterKey(db, source);
    expect(readMasterKeyFile(path)).toEqual([fresh]);
    await verifyMasterKeys(db, openMasterKeys(source));
    await expectOpen(source);
  });

  test("excludes a second rotation, and prevents data keys from using the removed key", async () => {
    const path = newPath();
    makeMasterKeyFile(path);
    const source: MasterKeySource = { kind: "file", path };
    const { db, vault } = await sealed(source, 1);
    const orgId = await makeOrganization(db);
    await db.transaction(async (tx) => {
      await vault.seal(tx, place(orgId), "under way");
      await expect(rotateMasterKey(db, source)).rejects.toThrow(
        "Another rotation of the master key is in progress",
      );
    });
    expect((await rotateMasterKey(db, source)).rewrapped).toBe(2);
  });
});
