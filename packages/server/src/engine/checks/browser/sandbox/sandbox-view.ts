import { lstatSync, readlinkSync } from "node:fs";

export type Mount = { from: string; to: string };

/** The parts of this machine that a sandbox sees. */
export type SandboxView = {
  readOnly: readonly Mount[];
  writable: readonly Mount[];
  /** For `/bin`, `/lib` and so on: the target of the link, or null for a folder. Missing ones are omitted. */
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
