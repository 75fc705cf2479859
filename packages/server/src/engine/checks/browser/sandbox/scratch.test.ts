import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { claimScratch, sweepScratch } from "./scratch.ts";

const root = await mkdtemp(join(tmpdir(), "vedette-scratch-"));
afterAll(() => rm(root, { recursive: true, force: true }));

describe("scratch folders", () => {
  test("no two have the same folder or user, and each is closed to others", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => claimScratch(join(root, "many"))));
    expect(new Set(all.map(({ folder }) => folder)).size).toBe(20);
    if (process.getuid?.() === 0) expect(new Set(all.map(({ uid }) => uid)).size).toBe(20);
    for (const { folder, uid } of all) {
      const found = await stat(folder);
      expect(found.mode & 0o777).toBe(0o700);
      if (uid !== null) expect(found.uid).toBe(uid);
    }
    for (const each of all) await each.remove();
    expect(await readdir(join(root, "many"))).toEqual([]);
  });

  test("the sweep removes folders of dead owners and keeps those of living ones", async () => {
    const folder = join(root, "swept");
    const living = await claimScratch(folder);
    await mkdir(join(folder, "sandbox-60700", "deep"), { recursive: true });
    // This process's id with another start time: the id was reused.
    await writeFile(join(folder, "sandbox-60700", "owner"), `${process.pid}-1`);
    await mkdir(join(folder, `new-${process.pid}-1-rest`));
    await mkdir(join(folder, "sandbox-60701"));
    expect(await sweepScratch(folder)).toBe(3);
    expect(await readdir(folder)).toEqual([living.folder.split("/").at(-1)]);
    await living.remove();
  });

  test("an empty root has nothing to sweep", async () => {
    expect(await sweepScratch(join(root, "never"))).toBe(0);
  });
});
