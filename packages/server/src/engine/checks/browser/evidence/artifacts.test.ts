import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskArtifacts } from "../../../../platform/artifacts/disk.ts";
import { createArtifacts } from "./artifacts.ts";

const FILE = { kind: "log", name: "output.txt", contentType: "text/plain", stepIndex: null } as const;

test("files beyond an organization's quota are dropped with the reason, and those that fit are kept", async () => {
  const directory = await mkdtemp(join(tmpdir(), "vedette-kept-"));
  const artifacts = createArtifacts(new DiskArtifacts({ directory }), { bytesMax: 10 });
  expect(await artifacts.store(FILE, Buffer.alloc(6))).not.toBeNull();
  expect(await artifacts.store(FILE, Buffer.alloc(6))).toBeNull();
  expect(artifacts.error()).toMatch(/output\.txt: .*quota/);
  expect(await artifacts.store(FILE, Buffer.alloc(4))).not.toBeNull();
  expect(await artifacts.store(FILE, Buffer.alloc(1))).toBeNull();
  expect(artifacts.stored.map(({ bytes }) => bytes)).toEqual([6, 4]);
  await rm(directory, { recursive: true });
});

test("files that do not fit on the disk are dropped with the reason, and later ones are tried", async () => {
  const directory = await mkdtemp(join(tmpdir(), "vedette-kept-"));
  const full = new DiskArtifacts({ directory, freeBytesMin: Number.MAX_SAFE_INTEGER });
  const empty = new DiskArtifacts({ directory });
  let store = full;
  const artifacts = createArtifacts({ save: (source, limit) => store.save(source, limit) });
  expect(await artifacts.store(FILE, Buffer.alloc(6))).toBeNull();
  expect(artifacts.error()).toMatch(/output\.txt: .*free/);
  store = empty;
  expect(await artifacts.store(FILE, Buffer.alloc(6))).not.toBeNull();
  await rm(directory, { recursive: true });
});
