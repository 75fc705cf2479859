// The files of the server's package: the bundles of server and `vdt`, the built dashboard, the guide, and all
// dependencies, Node and PostgreSQL among them. Nothing is downloaded when it is installed. See docs/adr/0095-packages.md.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { ROOT } from "../setup.mjs";
import { bundleCli } from "./bundle-cli.mjs";
import { bundleServer, EXTERNAL_PACKAGES } from "./bundle-server.mjs";
import { licenseTexts, packagesOf, packagesOfDashboard, readPackage, uniquePackages } from "./licenses.mjs";
import { copyLocked, lockedClosure, readLockfile } from "./locked-packages.mjs";
import { copyPlatformPackages } from "./platform-packages.mjs";
import { sbomOf } from "./sbom.mjs";

const SERVER = join(ROOT, "packages", "server");

/** Writes the package for a platform such as linux-x64 into `staging`, and returns its manifest. */
export async function stageServer(staging, platform) {
  const server = join(staging, "packages", "server");
  const modules = [
    ...(await bundleServer(join(server, "dist"))),
    ...(await bundleCli(join(staging, "packages", "cli", "dist"))),
  ];
  await copyFiles(staging, server);
  const locked = await readLockfile();
  const paths = lockedClosure(locked, EXTERNAL_PACKAGES);
  await copyLocked(paths, staging);
  const ofPlatform = await copyPlatformPackages(platform, { folder: staging, locked });
  const manifest = await writeManifest(staging, { platform, ofPlatform });
  const bundled = await packagesOf(modules);
  const external = await Promise.all(paths.map((path) => readPackage(join(ROOT, path))));
  const parts = uniquePackages([
    ...(await packagesOfDashboard()),
    ...bundled,
    ...external,
    ...ofPlatform.map((each) => ({ ...each, folder: join(staging, "node_modules", each.name) })),
  ]);
  await writeFile(join(staging, "THIRD-PARTY-LICENSES.txt"), await licenseTexts(parts));
  const sbom = sbomOf({ ...manifest, platform, time: process.env.SOURCE_DATE_EPOCH }, parts);
  await writeFile(join(staging, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
  return manifest;
}

async function copyFiles(staging, server) {
  for (const name of ["bin", "migrations", "package.json"]) await copy(name);
  // Style sheets, icons and scripts of sandboxes; the code is in the bundle.
  await copy("src", (path) => !path.endsWith(".ts") && !/\/fixtures(\/|$)/.test(path));
  for (const name of ["LICENSE", "README.md", "docs/guide", "docs/reference"]) {
    await cp(join(ROOT, name), join(staging, name), { recursive: true });
  }
  // `vdt` reads its version there.
  await cp(join(ROOT, "packages/cli/package.json"), join(staging, "packages/cli/package.json"));
  const dashboard = join("packages", "dashboard", "dist");
  const isServed = (path) => !/\/\.vite(\/|$)/.test(path);
  await cp(join(ROOT, dashboard), join(staging, dashboard), { recursive: true, filter: isServed });

  async function copy(name, filter = (path) => !/\.test\.ts$|\.d\.mts$/.test(path)) {
    await cp(join(SERVER, name), join(server, name), { recursive: true, filter });
  }
}

/** The dependencies are exact, as in the lockfile, and all are in the package. */
async function writeManifest(staging, { platform, ofPlatform }) {
  const root = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const server = JSON.parse(await readFile(join(SERVER, "package.json"), "utf8"));
  const [os, cpu] = platform.split("-");
  const dependencies = {
    ...Object.fromEntries(EXTERNAL_PACKAGES.map((name) => [name, server.dependencies[name]])),
    ...Object.fromEntries(ofPlatform.map(({ name, version }) => [name, version])),
  };
  const manifest = {
    ...{ name: root.name, version: root.version, license: root.license, type: "module" },
    description: root.description,
    engines: root.engines,
    ...{ os: [os], cpu: [cpu] },
    bin: {
      vedette: relative(ROOT, join(SERVER, "bin", "vedette.mjs")),
      vdt: "packages/cli/dist/vdt.mjs",
    },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  };
  await writeFile(join(staging, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
