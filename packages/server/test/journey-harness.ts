import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JourneyStepInput, journeyStepInput } from "@vedette/contract/journeys/journey-steps.ts";
import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { BrowserPool } from "../src/engine/checks/browser/chromium/browser-pool.ts";
import type { BrowserIsolation } from "../src/engine/checks/browser/chromium/browser-sandbox.ts";
import { findChromium } from "../src/engine/checks/browser/chromium/find-chromium.ts";
import type { JourneyContext } from "../src/engine/checks/browser/journey-context.ts";
import { runJourney } from "../src/engine/checks/browser/run-journey.ts";
import { proveSandbox } from "../src/engine/checks/browser/sandbox/prove.ts";
import { SCRIPT_LIMITS } from "../src/engine/checks/browser/sandbox/script-limits.ts";
import { systemClock } from "../src/platform/kernel/clock.ts";
import { createEgress } from "../src/platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../src/platform/net/egress-policy.ts";
import { TEST_CHROMIUM } from "./servers/test-chromium.ts";

/** Runs journeys in a Chromium of this machine and keeps their artifacts in memory. */
export type JourneyHarness = {
  browsers: BrowserPool;
  /** Ports that the egress policy treats as ports of this server. */
  ownPorts: OwnPort[];
  /** The bytes of artifacts, by key. */
  stored: Map<string, Buffer>;
  run(
    steps: readonly JourneyStepInput[],
    spec?: Partial<JourneyRunSpec>,
    watch?: Pick<JourneyContext, "signal" | "onStep">,
  ): Promise<RunOutcome>;
  /** Runs one attempt of a specification, as the engine of journeys does. */
  attempt(spec: JourneyRunSpec, watch: Pick<JourneyContext, "signal" | "onStep">): Promise<RunOutcome>;
  /** Parent of the folders of running browsers. */
  directory: string;
  /** Lists the directories of running browsers. */
  folders(): Promise<string[]>;
  close(): Promise<void>;
};

/** Returns why journeys cannot be tested on this machine, or null if Chromium is installed. */
export async function missingChromium(): Promise<string | null> {
  const found = await findChromium(null);
  return found.path === null ? found.message : null;
}

export type HarnessOptions = {
  /** Null for the browser that the product finds. */
  chromiumPath?: string | null;
  runsMax?: number;
  idleMs?: number;
  isolation?: BrowserIsolation;
  scripts?: JourneyContext["scripts"];
  /** Replaces the artifact store in memory. */
  artifacts?: JourneyContext["artifacts"];
};

export async function startJourneyHarness({
  scripts = null,
  artifacts,
  ...options
}: HarnessOptions = {}): Promise<JourneyHarness> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-journeys-"));
  const ownPorts: OwnPort[] = [];
  const stored = new Map<string, Buffer>();
  await chmod(directory, 0o711);
  const isolation = options.isolation ?? (await isolationHere());
  const browsers = new BrowserPool({
    chromiumPath: TEST_CHROMIUM,
    scratchRoot: directory,
    searchPath: process.env.PATH ?? "",
    browsersMax: 4,
    ...options,
    isolation: async () => isolation,
  });
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => ownPorts });
  const ctx: JourneyContext = {
    clock: systemClock,
    egress: createEgress({ policy }),
    browsers,
    orgId: "org",
    artifacts: artifacts ?? {
      async save(source) {
        const bytes = await readBytes(source);
        const key = randomUUID();
        stored.set(key, bytes);
        return { key, bytes: bytes.length };
      },
      read: async (key) => stored.get(key) ?? null,
    },
    scripts,
  };
  return {
    browsers,
    directory,
    ownPorts,
    stored,
    run: (steps, spec = {}, watch = {}) => runJourney(journeySpec(steps, spec), { ...ctx, ...watch }),
    attempt: (spec, watch) => runJourney(spec, { ...ctx, ...watch }),
    folders: () => readdir(directory),
    async close() {
      await browsers.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

let detected: Promise<BrowserIsolation> | null = null;

/** Returns the isolation that the engine would choose on this machine: "sandbox" if it is supported. */
export function isolationHere(): Promise<BrowserIsolation> {
  detected ??= detectIsolation();
  return detected;
}

async function detectIsolation(): Promise<BrowserIsolation> {
  const scratchRoot = await mkdtemp(join(tmpdir(), "vedette-isolation-"));
  await chmod(scratchRoot, 0o711);
  const plan = { scratchRoot, limits: SCRIPT_LIMITS, hiddenPaths: [], destinations: [] };
  try {
    return (await proveSandbox(plan)).ok ? "sandbox" : "own";
  } finally {
    await rm(scratchRoot, { recursive: true, force: true });
  }
}

async function readBytes(source: Parameters<JourneyContext["artifacts"]["save"]>[0]): Promise<Buffer> {
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
