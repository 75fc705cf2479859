// The packages that are passed on, and their licenses, which require that their text is passed on too.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../setup.mjs";

const FILES = [
  "LICENSE",
  "LICENSE.md",
  "LICENSE.txt",
  "LICENCE",
  "license",
  "LICENSE-MIT",
  "LICENSE.markdown",
  "license.md",
];

/** The Apache License requires that these are passed on too. */
const NOTICES = ["NOTICE", "NOTICE.txt", "NOTICE.md"];

/** Returns name, version, license and folder of the packages that the modules belong to, sorted. */
export async function packagesOf(modules) {
  const folders = new Set(
    modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return Promise.all([...folders].sort().map(readPackage));
}

/** Reads the manifest of the package in a folder. */
export async function readPackage(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { name, version, license, folder };
}

/** Returns the packages in the built dashboard, with the texts that Vite found instead of folders. */
export async function packagesOfDashboard() {
  const path = join(ROOT, "packages", "dashboard", "dist", ".vite", "licenses.json");
  const found = JSON.parse(await readFile(path, "utf8"));
  return found.map(({ name, version, identifier, text }) => ({ name, version, license: identifier, text }));
}

/** Returns the packages sorted by name, each version once. */
export function uniquePackages(packages) {
  const byVersion = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...byVersion].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** Returns the texts of the licenses, one package after the other. */
export async function licenseTexts(packages) {
  const texts = await Promise.all(
    packages.map(async ({ name, version, license, folder, text = null }) => {
      const own = text ?? (await firstFile(folder, FILES));
      const notice = await firstFile(folder, NOTICES);
      const none = `This package has no license file; its manifest says ${license}.\n`;
      return `${name} ${version} (${license})\n\n${own ?? none}${notice === null ? "" : `\n${notice}`}`;
    }),
  );
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function firstFile(folder, names) {
  if (folder === undefined) return null;
  for (const file of names) {
    const text = await readFile(join(folder, file), "utf8").catch((error) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text !== null) return text;
  }
  return null;
}
