import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../../../../platform/kernel/ids.ts";
import type { LeasedContext } from "../chromium/warm-browser.ts";
import type { RunTimer } from "../run-timer.ts";
import type { ScrubRules } from "../scrub/scrub-resource.ts";
import { scrubTrace } from "../scrub/scrub-trace.ts";
import { withTimeout } from "../with-timeout.ts";
import type { Artifacts } from "./artifacts.ts";

/** The trace of a run for Playwright's trace viewer. */

/** Usually tens of milliseconds, some hundreds for a long run; longer on a busy machine. */
const STOP_MS_MAX = 10_000;
/** After the run's timeout: the run ends within two seconds of its deadline. */
const LATE_STOP_MS_MAX = 800;
const FILE = { kind: "trace", name: "trace.zip", contentType: "application/zip", stepIndex: null } as const;

export async function startTrace({ context }: LeasedContext, hasSecrets: boolean): Promise<void> {
  await context.tracing.start({ snapshots: true, screenshots: !hasSecrets, sources: false });
}

/** Saves the trace while the browser is running. Returns null if that does not succeed in time. */
export async function stopTrace({ context, folder }: LeasedContext, timer: RunTimer): Promise<string | null> {
  const path = join(folder, `trace-${newId(timer.nowMs())}.zip`);
  const stopped = context.tracing.stop({ path }).then(() => path);
  // A crashed browser cannot provide a trace.
  return withTimeout(timer.forEvidenceMs(STOP_MS_MAX, LATE_STOP_MS_MAX), stopped).catch(() => null);
}

export async function storeTrace(path: string, artifacts: Artifacts, rules: ScrubRules): Promise<void> {
  const source = await scrubTrace(await readFile(path), rules);
  if (source === null)
    artifacts.recordMissing(FILE.name, "it could not be read, so its secrets could not be masked");
  else await artifacts.store(FILE, source);
}
