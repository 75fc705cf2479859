// Packages of the lockfile, for a package that brings its dependencies: what is packed is what was tested.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runQuietly } from "../run-command.mjs";
import { ROOT } from "../setup.mjs";

/** Returns the entries of the lockfile, by path. */
export async function readLockfile() {
  return JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")).packages;
}

/**
 * Returns the paths in the lockfile of some packages and of all that they depend on, sorted. Packages of other
 * platforms, and optional ones that are not installed, are left out.
 */
export function lockedClosure(locked, names) {
  const found = new Set();
  const waiting = names.map((name) => `node_modules/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    if (locked[path] === undefined) throw new Error(`package-lock.json has no ${path}: run \`npm install\`.`);
    found.add(path);
    for (const name of Object.keys(locked[path].dependencies ?? {}))
      waiting.push(resolveFrom(locked, path, name));
  }
  return [...found].sort();
}

/** Node's lookup: the folder `node_modules` of the package itself, then of each package around it. */
function resolveFrom(locked, path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf("node_modules/") - 1)) {
    const candidate = `${folder}/node_modules/${name}`;
    if (locked[candidate] !== undefined) return candidate;
    if (!folder.slice("node_modules/".length).includes("node_modules/")) return `node_modules/${name}`;
  }
}

/**
 * Copies packages to the same paths below `folder`, each without the packages inside of it, and without `engines`: they run
 * on the Node of the package, and npm would warn of the Node that installs them.
 */
export async function copyLocked(paths, folder) {
  for (const path of paths) {
    const source = join(ROOT, path);
    const inner = join(source, "node_modules");
    await cp(source, join(folder, path), {
      recursive: true,
      filter: (from) => from !== inner,
      verbatimSymlinks: true,
    });
    const { engines: _, ...manifest } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
    await writeFile(join(folder, path, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/**
 * Calls `work` with the folder of a package of one platform: the installed one, or for another platform one that npm
 * downloads, if its hash is that of the lockfile.
 */
export async function withPlatformPackage(name, locked, work) {
  const installed = join(ROOT, "node_modules", name);
  if (existsSync(join(installed, "package.json"))) return work(installed);
  const { version, integrity } = locked[`node_modules/${name}`];
  const folder = await mkdtemp(join(tmpdir(), "vedette-package-"));
  try {
    await run(
      "npm",
      ["pack", `${name}@${version}`, "--ignore-scripts", "--pack-destination", folder],
      folder,
    );
    const [filename] = await readdir(folder);
    const tarball = join(folder, filename);
    const hash = createHash("sha512")
      .update(await readFile(tarball))
      .digest("base64");
    if (`sha512-${hash}` !== integrity) {
      throw new Error(
        `${name}@${version} differs from package-lock.json: expected ${integrity}, got sha512-${hash}.`,
      );
    }
    const unpacked = join(folder, "unpacked");
    await mkdir(unpacked);
    await run("tar", ["xzf", tarball, "-C", unpacked, "--strip-components=1"], folder);
    return await work(unpacked);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(command, args, cwd) {
  const { code, output } = await runQuietly(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} failed: ${output}`);
}
