import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

/**
 * The path of a Node that is too old for the server and cannot exec a newer one (before 22.15), so that a wrapper
 * process remains; null if this machine has none.
 */
export const oldNode = find();

function find(): string | null {
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  const candidates = folders.map((folder) => join(folder, "node")).filter((path) => existsSync(path));
  return candidates.find(isOld) ?? null;
}

function isOld(path: string): boolean {
  const [major = 0, minor = 0] = execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" })
    .split(".")
    .map(Number);
  return major < 22 || (major === 22 && minor < 15);
}
