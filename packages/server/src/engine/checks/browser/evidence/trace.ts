import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../../../../platform/kernel/ids.ts";
import type { LeasedContext } from "../chromium/warm-browser.ts";
import type { RunTimer } from "../run-timer.ts";
import type { ScrubRules } from "../scrub/scrub-resource.ts";
import { scrubTrace } from "../scrub/scrub-trace.ts";
import { withTimeout } from "../with-timeout.ts";
import type { Artifacts } from "./artifacts.ts";

/** The trace of a run, as Playwright's viewer opens it. */

/** Tens of milliseconds, for a long run some hundreds; a machine that is short of time takes longer. */
const STOP_MS_MAX = 10_000;
/** Once the run's time is up: it ends within two seconds of its deadline. */
const LATE_STOP_MS_MAX = 800;
const FILE = { kind: "trace", name: "trace.zip", contentType: "application/zip", stepIndex: null } as const;

export async function startTrace({ context }: LeasedContext, hasSecrets: boolean): Promise<void> {
  await context.tracing.start({ snapshots: true, screenshots: !hasSecrets, sources: false });
}

/** Writes it down while the browser is there. Null where that did not come about in time. */
export async function stopTrace({ context, folder }: LeasedContext, timer: RunTimer): Promise<string | null> {
  const path = join(folder, `trace-${newId(timer.nowMs())}.zip`);
  const stopped = context.tracing.stop({ path }).then(() => path);
  // A browser that crashed has nothing more to say.
  return withTimeout(timer.forEvidenceMs(STOP_MS_MAX, LATE_STOP_MS_MAX), stopped).catch(() => null);
}

export async function keepTrace(path: string, artifacts: Artifacts, rules: ScrubRules): Promise<void> {
  const source = await scrubTrace(await readFile(path), rules);
  if (source === null) artifacts.miss(FILE.name, "it could not be read, so its secrets could not be masked");
  else await artifacts.keep(FILE, source);
}
