import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFrameReader, type FrameLimits, type SandboxFrame } from "./frames.ts";

const LIMITS: FrameLimits = { messageBytesMax: 100, fileBytesMax: 200, bytesMax: 2_000 };

function frame(kind: string, body: Buffer, bytes = body.length): Buffer {
  const header = Buffer.alloc(5);
  header.write(kind, "latin1");
  header.writeUInt32BE(bytes, 1);
  return Buffer.concat([header, body]);
}

function read(chunks: readonly Buffer[]): { frames: SandboxFrame[]; breach: string | null } {
  const frames: SandboxFrame[] = [];
  const reader = createFrameReader(LIMITS, (each) => frames.push(each));
  let breach: string | null = null;
  for (const chunk of chunks) breach = reader(chunk);
  return { frames, breach };
}

const anyFrame: fc.Arbitrary<SandboxFrame> = fc.oneof(
  fc.string({ maxLength: 15 }).map((value): SandboxFrame => ({ kind: "message", value: { value } })),
  fc
    .uint8Array({ maxLength: 60 })
    .map((bytes): SandboxFrame => ({ kind: "file", bytes: Buffer.from(bytes) })),
);

function write(each: SandboxFrame): Buffer {
  return each.kind === "file" ? frame("F", each.bytes) : frame("M", Buffer.from(JSON.stringify(each.value)));
}

describe("the reader of frames", () => {
  test("returns what was written for any chunking of the bytes", () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 10 }), fc.integer({ min: 1, max: 40 }), (frames, size) => {
        const bytes = Buffer.concat(frames.map(write));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(read(chunks)).toEqual({ frames, breach: null });
      }),
    );
  });

  test("accepts any bytes without a crash, and returns nothing over its limits", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 10 }), (chunks) => {
        for (const each of read(chunks.map((chunk) => Buffer.from(chunk))).frames) {
          if (each.kind === "file") expect(each.bytes.length).toBeLessThanOrEqual(LIMITS.fileBytesMax);
        }
      }),
    );
  });

  test.each([
    ["of an unknown kind", frame("X", Buffer.alloc(1)), "unknown format"],
    ["that announces too long a message", frame("M", Buffer.alloc(0), 101), "a message of 101 bytes"],
    ["that announces too long a file", frame("F", Buffer.alloc(0), 201), "a file of 201 bytes"],
    ["that is not JSON", frame("M", Buffer.from("{")), "not JSON"],
    ["after too many others", Buffer.alloc(2_001, 0), "2000 bytes of results"],
  ])("stops permanently at a frame %s", (_, bytes, words) => {
    const { frames, breach } = read([bytes, write({ kind: "message", value: 1 })]);
    expect(breach).toContain(words);
    expect(frames).toEqual([]);
  });
});
