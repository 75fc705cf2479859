/**
 * Writes WebM files with one VP8 track. Source: the Matroska specification (RFC 9559) and its binary form
 * (RFC 8794); sizes are always written in eight bytes.
 */
export type VideoChunk = { data: Buffer; atMs: number; isKey: boolean };

/** Times within a cluster are signed 16-bit numbers. */
const CLUSTER_MS_MAX = 30_000;

export function writeWebm(
  chunks: readonly VideoChunk[],
  { width, height, durationMs }: { width: number; height: number; durationMs: number },
): Buffer {
  const header = element("1a45dfa3", [
    element("4286", uint(1)),
    element("42f7", uint(1)),
    element("42f2", uint(4)),
    element("42f3", uint(8)),
    element("4282", Buffer.from("webm")),
    element("4287", uint(2)),
    element("4285", uint(2)),
  ]);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(durationMs);
  const info = element("1549a966", [
    // A tick is a millisecond.
    element("2ad7b1", uint(1_000_000)),
    element("4489", duration),
    element("4d80", Buffer.from("vedette")),
    element("5741", Buffer.from("vedette")),
  ]);
  const video = element("e0", [element("b0", uint(width)), element("ba", uint(height))]);
  const track = element("ae", [
    element("d7", uint(1)),
    element("73c5", uint(1)),
    element("83", uint(1)),
    element("86", Buffer.from("V_VP8")),
    video,
  ]);
  const segment = element("18538067", [info, element("1654ae6b", track), ...clusters(chunks)]);
  return Buffer.concat([header, segment]);
}

/** Each cluster starts with a key frame, so that a player can start there. */
function clusters(chunks: readonly VideoChunk[]): Buffer[] {
  const groups: VideoChunk[][] = [];
  for (const chunk of chunks) {
    const group = groups.at(-1);
    const first = group?.[0];
    const isFull = first !== undefined && chunk.atMs - first.atMs > CLUSTER_MS_MAX;
    if (group === undefined || chunk.isKey || isFull) groups.push([chunk]);
    else group.push(chunk);
  }
  return groups.map((group) => {
    const startMs = group[0]?.atMs ?? 0;
    return element("1f43b675", [
      element("e7", uint(startMs)),
      ...group.map((chunk) => block(chunk, startMs)),
    ]);
  });
}

function block({ data, atMs, isKey }: VideoChunk, startMs: number): Buffer {
  const head = Buffer.alloc(4);
  // Track 1, then the time within the cluster.
  head.writeUInt8(0x81, 0);
  head.writeInt16BE(atMs - startMs, 1);
  head.writeUInt8(isKey ? 0x80 : 0, 3);
  return element("a3", [head, data]);
}

function element(id: string, content: Buffer | readonly Buffer[]): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(id, "hex"), size, body]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
