// npm run pack-cli [-- FOLDER]: bundles the command line into JavaScript for Node 20 and packs it with npm. Prints the
// path of the tarball, which `npm install --global` installs without other packages.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { licenseTexts, packagesOf } from "./package/licenses.mjs";
import { runQuietly } from "./run-command.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CLI = join(ROOT, "packages", "cli");
/** The newest syntax that it has is that of Node 20. */
const NODE_MIN = "20.12";

const out = resolve(process.argv[2] ?? "dist");
const staging = await mkdtemp(join(tmpdir(), "vedette-pack-"));
try {
  const modules = await bundle(join(staging, "dist"));
  await writeManifest(staging);
  await writeFile(join(staging, "THIRD-PARTY-LICENSES.txt"), await licenseTexts(await packagesOf(modules)));
  await cp(join(ROOT, "LICENSE"), join(staging, "LICENSE"));
  await cp(join(CLI, "README.md"), join(staging, "README.md"));
  await mkdir(out, { recursive: true });
  const packed = await runQuietly("npm", ["pack", "--json", "--pack-destination", out], { cwd: staging });
  if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.output}`);
  const { version } = JSON.parse(await readFile(join(CLI, "package.json"), "utf8"));
  process.stdout.write(`${join(out, `vedette-cli-${version}.tgz`)}\n`);
} finally {
  await rm(staging, { recursive: true });
}

/** Writes the chunks and returns the paths of the modules in them. */
async function bundle(folder) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: {
      vdt: join(CLI, "src", "start.ts"),
      // The program that runs TypeScript files of users, and the copy of `@vedette/code` that they import.
      "evaluate-main": join(CLI, "src", "code", "evaluate-main.ts"),
      "code-package": join(ROOT, "packages", "code", "src", "index.ts"),
    },
    platform: "node",
    transform: { target: `node${NODE_MIN}` },
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
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

async function writeManifest(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(CLI, "package.json"), "utf8"));
  const manifest = {
    ...{ name, version, license, type: "module" },
    description: "Command line of Vedette, a self-hosted monitoring service",
    bin: { vdt: "dist/vdt.mjs" },
    engines: { node: `>=${NODE_MIN}` },
    files: ["dist", "THIRD-PARTY-LICENSES.txt"],
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
