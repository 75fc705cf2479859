import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { Seen } from "./gone-resources.ts";

/** What was seen last, in a file, so that the grace period goes on over restarts and for `--once`. */

const seenSchema = z.record(
  z.string(),
  z.object({ fields: z.record(z.string(), z.unknown()), origin: z.string(), lastSeenMs: z.number() }),
);

export function seenFile(path: string): { load(): Promise<Seen>; save(seen: Seen): Promise<void> } {
  return {
    async load() {
      try {
        return seenSchema.parse(JSON.parse(await readFile(path, "utf8"))) as Seen;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
        // A damaged file only shortens the grace period.
        if (error instanceof SyntaxError || error instanceof z.ZodError) return {};
        throw error;
      }
    },
    async save(seen) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.new`;
      await writeFile(temporary, JSON.stringify(seen), { mode: 0o600 });
      await rename(temporary, path);
    },
  };
}
