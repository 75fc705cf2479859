// npm run pack-server [-- FOLDER [PLATFORM]]: packs the server for `npx`, for a platform such as linux-x64, by default that of
// this machine. Prints the path of the tarball.
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { runQuietly } from "../run-command.mjs";
import { afterSetup } from "../setup.mjs";
import { stageServer } from "./stage-server.mjs";

await afterSetup(async () => {
  const [, , folder = "dist", platform = `${process.platform}-${process.arch}`] = process.argv;
  const out = resolve(folder);
  const staging = await mkdtemp(join(tmpdir(), "vedette-pack-"));
  try {
    const { name, version } = await stageServer(staging, platform);
    await mkdir(out, { recursive: true });
    const packed = await runQuietly("npm", ["pack", "--json", "--pack-destination", out], { cwd: staging });
    if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.output}`);
    const path = join(out, `${name}-${version}-${platform}.tgz`);
    await rename(join(out, `${name}-${version}.tgz`), path);
    process.stdout.write(`${path}\n`);
  } finally {
    await rm(staging, { recursive: true });
  }
});
