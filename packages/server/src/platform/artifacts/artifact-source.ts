import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ArtifactFault, ArtifactSource } from "./artifact-store.ts";

/**
 * What a store is given to keep, as one stream of bounded length. Whoever wrote it is not trusted: it is no
 * link, no pipe and no longer than it may be.
 */

/** Thrown within `save` alone, which tells it as a value. */
export class SourceError extends Error {
  readonly told: ArtifactFault;

  constructor(told: ArtifactFault, cause?: unknown) {
    super(told.message, { cause });
    this.told = told;
  }
}

/** Passes chunks on and counts them; throws at the first one beyond `bytesMax`. */
export function bounded(bytesMax: number): {
  pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  bytes(): number;
} {
  let bytes = 0;
  return {
    async *pass(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > bytesMax) throw tooLarge(bytesMax);
        yield chunk;
      }
    },
    bytes: () => bytes,
  };
}

export async function inputOf(source: ArtifactSource, bytesMax: number): Promise<Readable> {
  if (source instanceof Readable) return source;
  if (!Buffer.isBuffer(source)) return (await openSource(source.path)).createReadStream();
  if (source.length > bytesMax) throw tooLarge(bytesMax);
  return Readable.from([source]);
}

/**
 * A browser or a script wrote it. It is copied from one open file rather than renamed, so that neither a
 * link nor a pipe in its place, nor a change at the last moment, lets anything else be stored.
 */
async function openSource(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let handle: FileHandle;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw new SourceError({ fault: "unreadable", message: "The file could not be read." }, error);
  }
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw new SourceError({ fault: "unreadable", message: "This is no regular file." });
}

export function isPath(source: ArtifactSource): source is { path: string } {
  return !Buffer.isBuffer(source) && !(source instanceof Readable);
}

function tooLarge(bytesMax: number): SourceError {
  const mebibytes = Math.round((bytesMax / 1_048_576) * 10) / 10;
  return new SourceError({
    fault: "too_large",
    message: `The file is too large: at most ${mebibytes} MiB of its kind are kept.`,
  });
}
