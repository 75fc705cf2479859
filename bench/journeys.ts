import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type JourneyStepInput, journeyStepInput } from "../packages/contract/src/journeys/journey-steps.ts";
import type { JourneyRunSpec } from "../packages/contract/src/runs/run-job.ts";
import { findChromium } from "../packages/server/src/engine/checks/browser/chromium/find-chromium.ts";
import { createJourneyEngine } from "../packages/server/src/engine/checks/journey-engine.ts";
import { systemClock } from "../packages/server/src/platform/kernel/clock.ts";
import { createEgress } from "../packages/server/src/platform/net/egress.ts";
import { createEgressPolicy } from "../packages/server/src/platform/net/egress-policy.ts";
import { SHOP_PASSWORD, startWebShop } from "../packages/server/test/servers/web-shop.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";

/*
 * The cost of a journey of five steps: with our engine, declarative and as a script in the sandbox; with `playwright
 * test` alone; and with @elastic/synthetics, which is installed into a temporary folder. They alternate on one machine.
 * CPU time is that of the whole machine, so nothing else may run on it. `--rounds N` makes a shorter run, which is not
 * written to bench/README.md; `--ours` omits synthetics.
 */

const FULL_ROUNDS = 7;
const GOALS = { declarative: 0.5, script: 1.15 };

type Name = "declarative" | "script" | "playwright test" | "synthetics";
type Cost = { wallSeconds: number; cpuSeconds: number };
type Contender = { name: Name; run(): Promise<void> };

const { values } = parseArgs({ options: { rounds: { type: "string" }, ours: { type: "boolean" } } });
const rounds = Number(values.rounds ?? FULL_ROUNDS);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const directory = makeBenchFolder();
const shop = await startWebShop();
const chromium = await findChromium(null);
if (chromium.path === null) throw new Error(chromium.message);
const executablePath = chromium.path;
const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
const ctx = { clock: systemClock, egress: createEgress({ policy }), orgId: "bench" };
let kept = 0;
const engine = createJourneyEngine({
  artifacts: {
    save: async (source) => ({ key: String(kept++), bytes: Buffer.isBuffer(source) ? source.length : 0 }),
    read: async () => null,
  },
  chromiumPath: executablePath,
  workDirectory: directory,
  searchPath: process.env.PATH ?? "",
  browserSandbox: "required",
  browsersMax: 2,
  hiddenPaths: [],
  destinations: [],
  scripts: { mode: "sandboxed", runsMax: 2 },
});

const BODY = `
  await page.goto(${JSON.stringify(`${shop.url}/`)});
  await page.getByRole('textbox', { name: 'User' }).fill('Ann');
  await page.locator('input[type=password]').fill(${JSON.stringify(SHOP_PASSWORD)});
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.locator('h1')).toContainText('Hello Ann');
`;
const SCRIPT = `import { test, expect } from '@playwright/test';\n\ntest('shop', async ({ page }) => {${BODY}});\n`;
const STEPS: JourneyStepInput[] = [
  { action: "goto", url: `${shop.url}/` },
  { action: "fill", selector: 'role=textbox[name="User"]', value: "Ann" },
  { action: "fill", selector: "input[type=password]", value: SHOP_PASSWORD },
  { action: "click", selector: 'role=button[name="Log in"]' },
  { action: "expect_text", selector: "h1", value: "Hello Ann" },
];

try {
  const contenders = await listContenders();
  for (const { run } of contenders) await run();
  const costs = new Map<Name, Cost[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const { name, run } = contenders[(round + turn) % contenders.length] as Contender;
      costs.get(name)?.push(await measure(run));
    }
  }
  const together = await measure(async () => {
    await Promise.all([contenders[0]?.run(), contenders[0]?.run()]);
  });
  const markdown = report(costs, together);
  process.stdout.write(`${markdown}\n`);
  if (rounds >= FULL_ROUNDS) writeSection("journeys", markdown);
} finally {
  await engine.close();
  await shop.close();
  rmSync(directory, { recursive: true, force: true });
}

async function listContenders(): Promise<Contender[]> {
  const spec: JourneyRunSpec = {
    kind: "journey",
    timeoutMs: 60_000,
    values: {},
    secretNames: [],
    steps: STEPS.map((step) => journeyStepInput.parse(step)),
    script: null,
    viewport: null,
    device: null,
    baseUrl: null,
    capture: { trace: "never", video: "never" },
    baselines: {},
  };
  const attempt = async (wanted: JourneyRunSpec) => {
    const { error } = await engine.attempt(wanted, ctx);
    if (error) throw new Error(error.message);
  };
  const ours: Contender[] = [
    { name: "declarative", run: () => attempt(spec) },
    { name: "script", run: () => attempt({ ...spec, steps: null, script: SCRIPT }) },
    { name: "playwright test", run: playwrightTest() },
  ];
  return values.ours ? ours : [...ours, { name: "synthetics", run: await synthetics() }];
}

/** As on the command line: one worker, no trace. */
function playwrightTest(): () => Promise<void> {
  const folder = join(directory, "playwright");
  mkdirSync(folder);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "shop.spec.ts"), SCRIPT);
  writeFileSync(
    join(folder, "playwright.config.ts"),
    `export default { workers: 1, reporter: 'line', use: { launchOptions: ${launchOptions()} } };\n`,
  );
  return () => runNode([join(ROOT, "node_modules/@playwright/test/cli.js"), "test"], folder);
}

async function synthetics(): Promise<() => Promise<void>> {
  const folder = join(directory, "synthetics");
  mkdirSync(folder);
  // The version that its dependency requires was removed from the registry.
  const overrides = { "typedarray.prototype.slice": "1.0.5" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ overrides }));
  const npm = spawn(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "@elastic/synthetics"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await once(npm, "exit");
  writeFileSync(
    join(folder, "shop.journey.js"),
    `const { journey, step, expect } = require('@elastic/synthetics');\njourney('shop', ({ page }) => {\n  step('all', async () => {${BODY}  });\n});\n`,
  );
  const cli = join(folder, "node_modules/@elastic/synthetics/dist/cli.js");
  return () => runNode([cli, ".", "--screenshots", "off", "--playwright-options", launchOptions()], folder);
}

function launchOptions(): string {
  const isRoot = process.getuid?.() === 0;
  return JSON.stringify({ executablePath, args: isRoot ? ["--no-sandbox"] : [] });
}

async function runNode(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(text);
}

async function measure(work: () => Promise<void>): Promise<Cost> {
  const before = busySeconds();
  const startedMs = performance.now();
  await work();
  return { wallSeconds: (performance.now() - startedMs) / 1_000, cpuSeconds: busySeconds() - before };
}

/** CPU time of the whole machine, except idle and I/O wait. Source: proc(5), in ticks of 10 ms. */
function busySeconds(): number {
  const fields = (readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "").trim().split(/\s+/).slice(1, 9);
  const ticks = fields.map(Number);
  return ticks.reduce((sum, each, index) => (index === 3 || index === 4 ? sum : sum + each), 0) / 100;
}

function report(costs: ReadonlyMap<Name, readonly Cost[]>, together: Cost): string {
  const medianOf = (name: Name, pick: keyof Cost) =>
    median((costs.get(name) ?? []).map((cost) => cost[pick]));
  const ratio = (name: Name, pick: keyof Cost) => medianOf(name, pick) / medianOf("playwright test", pick);
  const verdict = (name: "declarative" | "script"): Verdict => ({
    what: `Wall time, ${name} / playwright test`,
    goal: `≤ ${GOALS[name]} ×`,
    measured: `${ratio(name, "wallSeconds").toFixed(2)} ×`,
    isMet: ratio(name, "wallSeconds") <= GOALS[name],
  });
  return [
    "## `journeys`: five steps in a browser",
    machineFacts(),
    `Sign-in to a small shop on loopback, ${rounds} alternating rounds after one for warm-up; figures are medians of the rounds. No trace, no video. Two concurrent declarative runs took ${together.wallSeconds.toFixed(2)} s.`,
    table(
      ["Run by", "wall s", "CPU s", "wall / playwright test", "CPU / playwright test"],
      [...costs.keys()].map((name) => [
        name,
        medianOf(name, "wallSeconds").toFixed(2),
        medianOf(name, "cpuSeconds").toFixed(2),
        ratio(name, "wallSeconds").toFixed(2),
        ratio(name, "cpuSeconds").toFixed(2),
      ]),
    ),
    verdictTable([verdict("declarative"), verdict("script")]),
  ].join("\n\n");
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
