import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Writes each text of the build beside itself as `.br` and `.gz`, which the server sends to who takes them. */
export function packedAssets(): Plugin {
  let directory = "";
  return {
    name: "packed-assets",
    apply: "build",
    configResolved({ root, build }) {
      directory = join(root, build.outDir);
    },
    async closeBundle() {
      const names = await readdir(directory, { recursive: true });
      await Promise.all(names.filter((name) => PACKED.test(name)).map((name) => pack(join(directory, name))));
    },
  };
}

const PACKED = /\.(js|css|html|svg)$/;
/** What fits into one packet anyway is not worth another file. */
const BYTES_MIN = 1_024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function pack(path: string): Promise<void> {
  if ((await stat(path)).size < BYTES_MIN) return;
  const content = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await brotli(content, quality));
  await writeFile(`${path}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }));
}
