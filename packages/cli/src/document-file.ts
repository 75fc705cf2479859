import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { IMPORT_FILE_BYTES_MAX } from "@vedette/contract/api-monitors/import-limits.ts";
import type { Terminal } from "./command-line/command-context.ts";
import { UsageError } from "./exit-codes.ts";

/** Reads a document to import; `-` is standard input. */
export async function readDocument(file: string, { folder, openInput }: Terminal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === "-" ? openInput() : createReadStream(resolve(folder, file))) {
      bytes += chunk.length;
      if (bytes > IMPORT_FILE_BYTES_MAX) throw new UsageError(`${file} is larger than 50 MiB.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`${file} cannot be read (${code}).`);
  }
  return Buffer.concat(chunks, bytes);
}
