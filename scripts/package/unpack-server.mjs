// node scripts/package/unpack-server.mjs FOLDER [PLATFORM]: the files of the server's package in a folder, ready to run by a user
// who cannot write there, by default for the platform of this machine. For images.
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import process from "node:process";
import { afterSetup } from "../setup.mjs";
import { stageServer } from "./stage-server.mjs";

await afterSetup(async () => {
  const [, , folder, platform = `${process.platform}-${process.arch}`] = process.argv;
  if (folder === undefined)
    throw new Error("Usage: node scripts/package/unpack-server.mjs FOLDER [PLATFORM]");
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  await stageServer(target, platform);
});
