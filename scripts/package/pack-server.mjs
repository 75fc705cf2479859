// npm run pack-server [-- FOLDER]: packs the server for `npx vedette`: the bundle, the built dashboard, the guide, and its
// dependencies Node 24 and PostgreSQL 18, without development tools. Prints the path of the tarball.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { runQuietly } from "../run-command.mjs";
import { afterSetup, ROOT } from "../setup.mjs";
import { bundleServer, EXTERNAL_PACKAGES } from "./bundle-server.mjs";
import { licenseTexts, packagesOf, readPackage } from "./licenses.mjs";
import { sbomOf } from "./sbom.mjs";

const SERVER = join(ROOT, "packages", "server");

await afterSetup(async () => {
  const out = resolve(process.argv[2] ?? "dist");
  const staging = await mkdtemp(join(tmpdir(), "vedette-pack-"));
  try {
    process.stdout.write(`${await pack(staging, out)}\n`);
  } finally {
    await rm(staging, { recursive: true });
  }
});

async function pack(staging, out) {
  const server = join(staging, "packages", "server");
  const modules = await bundleServer(join(server, "dist"));
  await copyFiles(staging, server);
  const manifest = await writeManifest(staging);
  const bundled = await packagesOf(modules);
  const external = await Promise.all(
    EXTERNAL_PACKAGES.map((name) => readPackage(join(ROOT, "node_modules", name))),
  );
  await writeFile(join(staging, "THIRD-PARTY-LICENSES.txt"), await licenseTexts(bundled));
  const sbom = sbomOf(manifest, [...bundled, ...external]);
  await writeFile(join(staging, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
  await mkdir(out, { recursive: true });
  const packed = await runQuietly("npm", ["pack", "--json", "--pack-destination", out], { cwd: staging });
  if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.output}`);
  return join(out, `${manifest.name}-${manifest.version}.tgz`);
}

async function copyFiles(staging, server) {
  for (const name of ["bin", "migrations", "package.json"]) await copy(name);
  // Style sheets, icons and scripts of sandboxes; the code is in the bundle.
  await copy("src", (path) => !path.endsWith(".ts") && !/\/fixtures(\/|$)/.test(path));
  for (const name of ["LICENSE", "README.md", "docs/guide", "docs/reference"]) {
    await cp(join(ROOT, name), join(staging, name), { recursive: true });
  }
  const dashboard = join("packages", "dashboard", "dist");
  await cp(join(ROOT, dashboard), join(staging, dashboard), { recursive: true });

  async function copy(name, filter = (path) => !/\.test\.ts$|\.d\.mts$/.test(path)) {
    await cp(join(SERVER, name), join(server, name), { recursive: true, filter });
  }
}

/** The dependencies are exact, as in the lockfile. */
async function writeManifest(staging) {
  const root = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const server = JSON.parse(await readFile(join(SERVER, "package.json"), "utf8"));
  const manifest = {
    ...{ name: root.name, version: root.version, license: root.license, type: "module" },
    description: root.description,
    engines: root.engines,
    bin: { vedette: relative(ROOT, join(SERVER, "bin", "vedette.mjs")) },
    dependencies: Object.fromEntries(EXTERNAL_PACKAGES.map((name) => [name, server.dependencies[name]])),
    optionalDependencies: { ...root.optionalDependencies, ...server.optionalDependencies },
  };
  await writeFile(join(staging, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
