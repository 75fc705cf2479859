import process from "node:process";
import type { ImportedFile } from "../../imported-file.ts";
import { mapKuma } from "../map-kuma.ts";
import { DatabaseError } from "./open-database.ts";
import { readDatabase } from "./read-database.ts";

/**
 * The process that reads one database and ends. SQLite runs in it and not in the server, because a hostile file could
 * make it loop, exhaust the memory, or crash.
 */

export type ReaderRequest = { path: string; bytes: number; history: boolean };
export type ReaderReply = { imported: ImportedFile } | { refused: string } | { failed: string };

process.once("message", (request: ReaderRequest) => {
  const reply = readReply(request);
  process.send?.(reply, () => process.disconnect());
});

function readReply({ path, bytes, history }: ReaderRequest): ReaderReply {
  try {
    return { imported: mapKuma(readDatabase(path, { bytes, history })) };
  } catch (error) {
    if (error instanceof DatabaseError) return { refused: error.message };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
