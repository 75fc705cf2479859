// Bundles the command line `vdt` into JavaScript for Node 20, for its own package and for that of the server.
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCES = join(ROOT, "packages", "cli", "src");
/** The newest syntax of the bundle is that of this Node. */
export const CLI_NODE_MIN = "20.12";

/** Writes the chunks and returns the paths of the modules in them. */
export async function bundleCli(folder) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: {
      vdt: join(SOURCES, "start.ts"),
      // The program that runs TypeScript files of users, and the copy of `@vedette/code` that they import.
      "evaluate-main": join(SOURCES, "code", "evaluate-main.ts"),
      "code-package": join(ROOT, "packages", "code", "src", "index.ts"),
    },
    platform: "node",
    transform: { target: `node${CLI_NODE_MIN}` },
    // The CommonJS of commander calls require for the modules of Node.
    external: /^node:/,
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    banner: (chunk) => (chunk.name === "vdt" ? "#!/usr/bin/env node" : ""),
    minify: true,
  });
  await build.close();
  // npm does the same when it installs a package.
  await chmod(join(folder, "vdt.mjs"), 0o755);
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}
