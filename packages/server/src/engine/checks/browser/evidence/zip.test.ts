import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readZip, writeZip } from "./zip.ts";

describe("an archive", () => {
  test("reads what it has written", async () => {
    const name = fc.stringMatching(/^[a-zé€][\w .@-]{0,20}(\/[a-z]{1,9})?$/);
    const entry = fc.record({
      name: name.filter((text) => !text.includes("..")),
      data: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
        expect(await readZip(await writeZip(entries))).toEqual(entries);
      }),
      { numRuns: 50 },
    );
  });

  test("rejects what is not a zip archive", async () => {
    expect(await readZip(Buffer.from("no archive"))).toBeNull();
    const archive = await writeZip([{ name: "a", data: Buffer.from("b") }]);
    expect(await readZip(archive.subarray(0, -1))).toBeNull();
  });

  test.each([
    ["decompresses to more than it declares", { declaredBytes: 10 }],
    ["decompresses to less than it declares", { declaredBytes: 20_000_000 }],
    ["declares more than the maximum", { declaredBytes: 134_217_729 }],
    ["has an absolute name", { name: "/etc/passwd" }],
    ["has a name outside of its folder", { name: "a/../../b" }],
    ["has an empty name", { name: "" }],
    ["is a folder", { name: "a/" }],
  ])("rejects an entry that %s", async (_, entry) => {
    expect(await readZip(archiveOf({ name: "a", ...entry }))).toBeNull();
  });

  test("rejects more entries than the maximum", async () => {
    const empty = { name: "a", content: Buffer.alloc(0) };
    expect(await readZip(archiveOf({ ...empty, count: 2 }))).toHaveLength(2);
    expect(await readZip(archiveOf({ ...empty, count: 20_001 }))).toBeNull();
  });
});

type Declared = { name: string; content?: Buffer; declaredBytes?: number; count?: number };

const ZEROS = Buffer.alloc(10_000_000);

/** Makes an archive whose entries all point to one content. Source: PKWARE's APPNOTE.TXT, 4.3. */
function archiveOf({ name, content = ZEROS, declaredBytes = content.length, count = 1 }: Declared): Buffer {
  const nameBytes = Buffer.from(name);
  const deflated = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(nameBytes.length, 26);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(8, 10);
  header.writeUInt32LE(deflated.length, 20);
  header.writeUInt32LE(declaredBytes, 24);
  header.writeUInt16LE(nameBytes.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(local.length + nameBytes.length + deflated.length, 16);
  const directory = Array.from({ length: count }, () => [header, nameBytes]).flat();
  return Buffer.concat([local, nameBytes, deflated, ...directory, end]);
}
