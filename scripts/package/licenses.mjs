// The packages in a bundle, and their licenses, which require that their text is passed on.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

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

/** Returns the texts of the licenses, one package after the other. */
export async function licenseTexts(packages) {
  const texts = await Promise.all(
    packages.map(async ({ name, version, license, folder }) => {
      const text =
        (await licenseText(folder)) ?? `This package has no license file; its manifest says ${license}.\n`;
      return `${name} ${version} (${license})\n\n${text}`;
    }),
  );
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function licenseText(folder) {
  for (const file of FILES) {
    const text = await readFile(join(folder, file), "utf8").catch((error) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text !== null) return text;
  }
  return null;
}
