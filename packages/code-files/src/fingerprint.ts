import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ENTRIES_MAX, FOLDER_DEPTH_MAX } from "./file-limits.ts";
import { FileError } from "./project-folder.ts";

/**
 * Returns a text that changes if a file below the folder changes, is added or removed. Symbolic links are followed to files:
 * Kubernetes replaces a ConfigMap by changing where its links lead.
 */
export function fingerprintOf(root: string): string {
  const hash = createHash("sha256");
  let entries = 0;
  const visit = (path: string, depth: number): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      entries++;
      if (entries > ENTRIES_MAX) throw new FileError(`has more than ${ENTRIES_MAX} entries below it`);
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const inner = join(path, entry.name);
      if (entry.isDirectory() && depth < FOLDER_DEPTH_MAX) visit(inner, depth + 1);
      const stat = statSync(inner, { throwIfNoEntry: false });
      if (stat?.isFile()) hash.update(`${inner}\0${stat.ino} ${stat.size} ${stat.mtimeMs}\0`);
    }
  };
  visit(root, 0);
  return hash.digest("base64url");
}
