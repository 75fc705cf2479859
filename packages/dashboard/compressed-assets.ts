import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Writes a `.br` and a `.gz` file next to each text file of the build. The server sends them to clients that accept them. */
export function compressedAssets(): Plugin {
  let directory = "";
  return {
    name: "compressed-assets",
    apply: "build",
    configResolved({ root, build }) {
      directory = join(root, build.outDir);
    },
    async closeBundle() {
      const names = await readdir(directory, { recursive: true });
      await Promise.all(
        names.filter((name) => COMPRESSED_TYPES.test(name)).map((name) => compress(join(directory, name))),
      );
    },
  };
}

const COMPRESSED_TYPES = /\.(js|css|html|svg)$/;
/** Smaller files fit into one network packet anyway. */
const BYTES_MIN = 1_024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compress(path: string): Promise<void> {
  if ((await stat(path)).size < BYTES_MIN) return;
  const content = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await brotli(content, quality));
  await writeFile(`${path}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }));
}
