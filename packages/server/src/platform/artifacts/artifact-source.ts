import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ArtifactError, ArtifactSource } from "./artifact-store.ts";

/**
 * Opens the source of an artifact as one stream of bounded length. The source is untrusted: links, pipes and content
 * beyond the limit are rejected.
 */

/** Thrown only within `save`, which returns it as a value. */
export class SourceError extends Error {
  readonly error: ArtifactError;

  constructor(error: ArtifactError, cause?: unknown) {
    super(error.message, { cause });
    this.error = error;
  }
}

/** Passes chunks through and counts them; throws at the first chunk beyond `bytesMax`. */
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
 * The file was written by a browser or a script. It is copied from one open file instead of renamed, so that neither a
 * link nor a pipe in its place, nor a late change, can cause other content to be stored.
 */
async function openSource(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let handle: FileHandle;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw new SourceError({ error: "unreadable", message: "The file could not be read." }, error);
  }
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw new SourceError({ error: "unreadable", message: "This is not a regular file." });
}

/** Removes the file of a stored source. It is in a folder of the run, which is removed with the run. */
export async function removeSource(source: ArtifactSource): Promise<void> {
  if (Buffer.isBuffer(source) || source instanceof Readable) return;
  await rm(source.path, { force: true }).catch(() => undefined);
}

function tooLarge(bytesMax: number): SourceError {
  const mebibytes = Math.round((bytesMax / 1_048_576) * 10) / 10;
  return new SourceError({
    error: "too_large",
    message: `The file is too large: the limit for this kind is ${mebibytes} MiB.`,
  });
}
