import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readZip, writeZip } from "./zip.ts";

describe("an archive", () => {
  test("reads what it has written", async () => {
    const entry = fc.record({
      name: fc.string({ minLength: 1, maxLength: 40 }),
      data: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
        const written = entries.map(({ name, data }) => ({ name: Buffer.from(name).toString(), data }));
        expect(await readZip(await writeZip(entries))).toEqual(written);
      }),
      { numRuns: 50 },
    );
  });

  test("rejects what is not a zip archive", async () => {
    expect(await readZip(Buffer.from("no archive"))).toBeNull();
    const archive = await writeZip([{ name: "a", data: Buffer.from("b") }]);
    expect(await readZip(archive.subarray(0, -1))).toBeNull();
  });
});
