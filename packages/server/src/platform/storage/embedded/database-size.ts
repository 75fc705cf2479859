import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the size of the tables and indexes in a data directory; 0 if there are none yet. */
export function databaseSize(dataDir: string): number {
  let bytes = 0;
  for (const entry of readdirSync(join(dataDir, "base"), { withFileTypes: true, recursive: true })) {
    bytes += entry.isFile()
      ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
      : 0;
  }
  return bytes;
}
