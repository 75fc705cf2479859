// npm run pack-cli [-- FOLDER]: bundles the command line into JavaScript for Node 20 and packs it with npm. Prints the
// path of the tarball, which `npm install --global` installs without other packages.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleCli, CLI_NODE_MIN } from "./package/bundle-cli.mjs";
import { licenseTexts, packagesOf } from "./package/licenses.mjs";
import { runQuietly } from "./run-command.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CLI = join(ROOT, "packages", "cli");

const out = resolve(process.argv[2] ?? "dist");
const staging = await mkdtemp(join(tmpdir(), "vedette-pack-"));
try {
  const modules = await bundleCli(join(staging, "dist"));
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

async function writeManifest(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(CLI, "package.json"), "utf8"));
  const manifest = {
    ...{ name, version, license, type: "module" },
    description: "Command line of Vedette, a self-hosted monitoring service",
    bin: { vdt: "dist/vdt.mjs" },
    engines: { node: `>=${CLI_NODE_MIN}` },
    files: ["dist", "THIRD-PARTY-LICENSES.txt"],
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
