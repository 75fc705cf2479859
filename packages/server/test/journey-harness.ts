import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JourneyStepInput, journeyStepInput } from "@vedette/contract/journey-steps.ts";
import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/run-job.ts";
import { findChromium } from "../src/checks/browser/find-chromium.ts";
import type { JourneyContext } from "../src/checks/browser/journey-context.ts";
import { runJourney } from "../src/checks/browser/run-journey.ts";
import { createWarmBrowser, type WarmBrowser } from "../src/checks/browser/warm-browser.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { createEgress } from "../src/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../src/net/egress-policy.ts";

/** Runs journeys on this machine's Chromium, and keeps what they leave behind for a look. */
export type JourneyHarness = {
  browser: WarmBrowser;
  /** Ports that the egress policy takes for our own. */
  ownPorts: OwnPort[];
  /** The bytes of artifacts, by key. */
  stored: Map<string, Buffer>;
  run(
    steps: readonly JourneyStepInput[],
    spec?: Partial<JourneyRunSpec>,
    signal?: AbortSignal,
  ): Promise<RunOutcome>;
  /** Folders of browsers that are there. */
  folders(): Promise<string[]>;
  close(): Promise<void>;
};

/** Why there is nothing to test with; null where there is a Chromium. */
export async function missingChromium(): Promise<string | null> {
  const found = await findChromium(null);
  return found.path === null ? found.message : null;
}

export async function startJourneyHarness(
  options: { runsMax?: number; idleMs?: number } = {},
): Promise<JourneyHarness> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-journeys-"));
  const ownPorts: OwnPort[] = [];
  const stored = new Map<string, Buffer>();
  const browser = createWarmBrowser({
    chromiumPath: null,
    folder,
    isRoot: process.getuid?.() === 0,
    searchPath: process.env.PATH ?? "",
    clock: systemClock,
    ...options,
  });
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => ownPorts });
  const ctx: JourneyContext = {
    clock: systemClock,
    egress: createEgress({ policy }),
    browser,
    artifacts: {
      async save(source) {
        const bytes = await bytesOf(source);
        const key = randomUUID();
        stored.set(key, bytes);
        return { key, bytes: bytes.length };
      },
      read: async (key) => stored.get(key) ?? null,
    },
    scripts: null,
  };
  return {
    browser,
    ownPorts,
    stored,
    run: (steps, spec = {}, signal) =>
      runJourney(journeySpec(steps, spec), { ...ctx, ...(signal && { signal }) }),
    folders: () => readdir(folder),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function bytesOf(source: Parameters<JourneyContext["artifacts"]["save"]>[0]): Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source;
  return readFile("path" in source ? (source.path as string) : "");
}

function journeySpec(steps: readonly JourneyStepInput[], spec: Partial<JourneyRunSpec>): JourneyRunSpec {
  return {
    kind: "journey",
    timeoutMs: 30_000,
    values: {},
    secretNames: [],
    steps: steps.map((step) => journeyStepInput.parse(step)),
    script: null,
    viewport: null,
    device: null,
    baseUrl: null,
    capture: { trace: "never", video: "never" },
    baselines: {},
    ...spec,
  };
}
