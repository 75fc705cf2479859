/**
 * A frame from a sandboxed program: a message, or the bytes of a file that the previous message announced.
 */
export type SandboxFrame = { kind: "message"; value: unknown } | { kind: "file"; bytes: Buffer };

export type FrameLimits = {
  messageBytesMax: number;
  /** Maximum size of one file. */
  fileBytesMax: number;
  /** Maximum size of all frames together. */
  bytesMax: number;
};

/** One letter and the length of the payload, as an unsigned 32-bit big-endian number. */
const HEADER_BYTES = 5;

/**
 * Reads frames from a program that may be hostile: nothing is buffered beyond the limits, and the first
 * violation stops all reading. Returns the reason of a violation, or null.
 */
export function createFrameReader(limits: FrameLimits, onFrame: (frame: SandboxFrame) => void) {
  let chunks: Buffer[] = [];
  let held = 0;
  let total = 0;
  let breach: string | null = null;
  let wanted = HEADER_BYTES;

  function next(): boolean {
    if (held < wanted) return false;
    const joined = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, held);
    chunks = [joined];
    const kind = joined[0];
    const bytes = joined.readUInt32BE(1);
    breach = frameError(kind, bytes, limits);
    if (breach !== null) return false;
    wanted = HEADER_BYTES + bytes;
    if (held < wanted) return false;
    const body = joined.subarray(HEADER_BYTES, wanted);
    const rest = joined.subarray(wanted);
    chunks = rest.length > 0 ? [rest] : [];
    held = rest.length;
    wanted = HEADER_BYTES;
    // A copy, so that the frame does not keep the memory of its neighbors alive.
    if (kind === FILE) onFrame({ kind: "file", bytes: Buffer.from(body) });
    else breach = handMessage(body, onFrame);
    return breach === null;
  }

  return (chunk: Buffer): string | null => {
    if (breach !== null) return breach;
    total += chunk.length;
    if (total > limits.bytesMax) {
      breach = `more than ${limits.bytesMax} bytes of results`;
      return breach;
    }
    chunks.push(chunk);
    held += chunk.length;
    while (next());
    return breach;
  };
}

const MESSAGE = "M".charCodeAt(0);
const FILE = "F".charCodeAt(0);

function frameError(kind: number | undefined, bytes: number, limits: FrameLimits): string | null {
  if (kind !== MESSAGE && kind !== FILE) return "results in an unknown format";
  const max = kind === FILE ? limits.fileBytesMax : limits.messageBytesMax;
  return bytes > max ? `a ${kind === FILE ? "file" : "message"} of ${bytes} bytes, more than ${max}` : null;
}

function handMessage(body: Buffer, onFrame: (frame: SandboxFrame) => void): string | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return "a message that is not JSON";
    throw error;
  }
  onFrame({ kind: "message", value });
  return null;
}
