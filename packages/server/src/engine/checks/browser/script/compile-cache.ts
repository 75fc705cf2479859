import { chmod, chown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { claimScratch, type Scratch } from "../sandbox/scratch.ts";
import { runScript, type ScriptEnvironment } from "./run-script.ts";
import type { ScriptContext } from "./script-context.ts";

/**
 * Node's compile cache of Playwright, so that a run does not compile its 3 MB again, which takes a quarter of
 * a second of processor time [measured]. A script of Vedette fills it once per process. All other scripts
 * only read it, because code that one script writes there would run in others.
 */
export function createCompileCache(scratchRoot: string) {
  let folder: string | null = null;
  let filling: Promise<void> | null = null;
  let scratch: Scratch | null = null;
  const closing = new AbortController();

  async function fill(
    environment: ScriptEnvironment,
    { clock, egress, artifacts }: ScriptContext,
  ): Promise<void> {
    scratch = await claimScratch(scratchRoot);
    const fresh = join(scratch.folder, "compile-cache");
    // The user that fills the cache is not known beforehand, and no other user can access the parent folder
    // until then.
    await mkdir(fresh);
    await chmod(fresh, 0o777);
    await chmod(scratch.folder, 0o711);
    const compileCache = { folder: fresh, isWritable: true };
    const ctx = { clock, egress, artifacts, signal: closing.signal };
    const { error } = await runScript(WARM_UP, ctx, { ...environment, compileCache });
    if (error !== null) return;
    await takeOver(fresh);
    folder = fresh;
  }

  return {
    find: () => (folder === null ? null : { folder, isWritable: false }),

    /** Returns immediately. Runs have no cache until it is filled, or permanently if filling fails. */
    warmUp(environment: ScriptEnvironment, ctx: ScriptContext): void {
      filling ??= fill(environment, ctx).catch(runUncached);
    },

    async close(): Promise<void> {
      closing.abort();
      await filling;
      folder = null;
      await scratch?.remove();
    },
  };
}

/** Only speed is lost, and a lasting problem appears in the runs themselves. */
function runUncached(): void {}

const WARM_UP = {
  kind: "journey",
  steps: null,
  script: `import { test, expect } from "@playwright/test";
test("warm up", async ({ page }) => { await expect(page).toHaveURL("about:blank"); });`,
  viewport: null,
  device: null,
  baseUrl: null,
  capture: { trace: "on_failure", video: "never" },
  baselines: {},
  timeoutMs: 20_000,
  values: {},
  secretNames: [],
} as const;

/** Takes ownership of the files and makes them readable for all users. */
async function takeOver(folder: string): Promise<void> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    await chown(path, uid, gid);
    await chmod(path, entry.isDirectory() ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}
