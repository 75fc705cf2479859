import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { IMPORT_FILE_BYTES_MAX } from "@vedette/contract/api-monitors/import-limits.ts";
import { AppError } from "../../platform/kernel/errors.ts";

/**
 * A temporary file that no other process can open, and that disappears with this process, however it ends.
 */
export type ReceivedFile = { fd: number; bytes: number; close(): Promise<void> };

type ReceiveOptions = {
  temporaryDirectory: string;
  /** Maximum size, received and decompressed. */
  bytesMax?: number;
  onBytes(bytes: number): void;
};

/** Writes a document to disk as it arrives, and decompresses gzip. */
export async function receiveImportFile(
  file: Readable,
  { temporaryDirectory, bytesMax = IMPORT_FILE_BYTES_MAX, onBytes }: ReceiveOptions,
): Promise<ReceivedFile> {
  const compressed = await openNameless(temporaryDirectory);
  try {
    const bytes = await write({ file }, compressed, { bytesMax, onBytes });
    if (!(await isCompressed(compressed))) return received(compressed, bytes);
    const decompressed = await openNameless(temporaryDirectory);
    try {
      const decompressedBytes = await write(
        { file: chunksOf(compressed), unpack: createGunzip() },
        decompressed,
        { bytesMax, onBytes: () => undefined },
      );
      await compressed.close();
      return received(decompressed, decompressedBytes);
    } catch (error) {
      await decompressed.close();
      throw error instanceof AppError
        ? error
        : new AppError("BAD_REQUEST", "The file is no valid gzip.", { cause: error });
    }
  } catch (error) {
    await compressed.close();
    throw error;
  }
}

function received(handle: FileHandle, bytes: number): ReceivedFile {
  return { fd: handle.fd, bytes, close: () => handle.close() };
}

/** The name is deleted at once, so a killed process leaves no file behind. */
async function openNameless(temporaryDirectory: string): Promise<FileHandle> {
  const directory = await mkdtemp(join(temporaryDirectory, "vdt-import-"));
  try {
    return await open(join(directory, "document"), "wx+", 0o600);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function write(
  { file, unpack }: { file: Readable; unpack?: Transform },
  to: FileHandle,
  { bytesMax, onBytes }: { bytesMax: number; onBytes(bytes: number): void },
): Promise<number> {
  let bytes = 0;
  const append = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      await to.appendFile(chunk);
      onBytes(bytes);
    }
  };
  await (unpack ? pipeline(file, unpack, append) : pipeline(file, append));
  return bytes;
}

const CHUNK_BYTES = 65_536;

/** Does not use a stream of the handle, which would close it by itself. */
function chunksOf(handle: FileHandle): Readable {
  return Readable.from(
    (async function* () {
      for (let position = 0; ; ) {
        const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(CHUNK_BYTES), position });
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
    })(),
  );
}

async function isCompressed(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(2), position: 0 });
  return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError(
    "PAYLOAD_TOO_LARGE",
    `The document is too large; at most ${bytesMax / 1_048_576} MiB are accepted, unpacked.`,
  );
}
