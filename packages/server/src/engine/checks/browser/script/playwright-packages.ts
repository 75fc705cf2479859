import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SCRIPT_PACKAGES } from "@vedette/contract/journeys/script-modules.ts";
import { requireInstalled } from "../../../../platform/kernel/own-files.ts";
import { INNER } from "../sandbox/launch.ts";
import type { Mount } from "../sandbox/sandbox-view.ts";

export type PlaywrightPackages = {
  /** Their folders on this machine, by name. */
  here: Record<string, string>;
  /** Their folders inside the sandbox. */
  inside: Record<string, string>;
  mounts: Mount[];
};

/** The packages that a script may import, wherever npm has installed them; the sandbox shows no others. */
export function findPlaywrightPackages(): PlaywrightPackages {
  const here: Record<string, string> = {};
  let file = requireInstalled.resolve("@playwright/test/package.json");
  for (const name of SCRIPT_PACKAGES) {
    // Each is resolved from the previous one: npm installs it next to it or inside of it.
    if (name !== "@playwright/test") file = createRequire(file).resolve(`${name}/package.json`);
    here[name] = dirname(file);
  }
  const inside = Object.fromEntries(SCRIPT_PACKAGES.map((name) => [name, join(INNER.tools, name)]));
  const mounts = SCRIPT_PACKAGES.map((name) => ({ from: here[name] ?? "", to: inside[name] ?? "" }));
  return { here, inside, mounts };
}
