// Node's program for one platform, from the locked package of npm, without the headers and pages that the package has too:
// 121 of 189 MB.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_PACKAGES } from "../../packages/server/bin/launch.mjs";
import { runQuietly } from "../run-command.mjs";
import { ROOT } from "../setup.mjs";

const FILES = ["bin/node", "LICENSE"];

/** Writes `node_modules/<package>` in `folder`. Returns name and version of the package. */
export async function copyNodeProgram(platform, folder) {
  const name = NODE_PACKAGES[platform];
  if (name === undefined) {
    throw new Error(
      `There is no Node for '${platform}': use one of ${Object.keys(NODE_PACKAGES).join(", ")}.`,
    );
  }
  const { packages } = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
  const { version, integrity } = packages[`node_modules/${name}`];
  const target = join(folder, "node_modules", name);
  await withPackage({ name, version, integrity }, async (source) => {
    for (const file of FILES) {
      const path = join(source, file);
      if (existsSync(path)) await cp(path, join(target, file), { recursive: true });
    }
    const { license = "MIT" } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
    const manifest = { name, version, license, bin: { node: "bin/node" } };
    await writeFile(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  });
  return { name, version };
}

/** Calls `work` with the folder of the package: the installed one, or one that npm downloads for another platform. */
async function withPackage({ name, version, integrity }, work) {
  const installed = join(ROOT, "node_modules", name);
  if (existsSync(join(installed, "bin", "node"))) return work(installed);
  const folder = await mkdtemp(join(tmpdir(), "vedette-node-"));
  try {
    const packed = await run(
      "npm",
      ["pack", `${name}@${version}`, "--json", "--pack-destination", folder],
      folder,
    );
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("[")));
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
    const members = FILES.map((file) => `package/${file}`);
    await run(
      "tar",
      ["xzf", tarball, "-C", unpacked, "--strip-components=1", "package/package.json", ...members],
      folder,
    );
    return await work(unpacked);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(command, args, cwd) {
  const { code, output } = await runQuietly(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} failed: ${output}`);
  return output;
}
