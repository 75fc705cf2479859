import { lstatSync, readlinkSync } from "node:fs";

export type Mount = { from: string; to: string };

/** What a sandbox sees of this machine. */
export type SandboxView = {
  readOnly: readonly Mount[];
  writable: readonly Mount[];
  /** Of `/bin`, `/lib` and so on: where the link leads, or null for a folder. Those that are missing are left out. */
  rootLinks: Readonly<Record<string, string | null>>;
};

export function readRootLinks(): SandboxView["rootLinks"] {
  const links: Record<string, string | null> = {};
  for (const name of ["bin", "sbin", "lib", "lib64", "lib32"]) {
    const stats = lstatSync(`/${name}`, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) links[name] = readlinkSync(`/${name}`);
    else if (stats?.isDirectory()) links[name] = null;
  }
  return links;
}
