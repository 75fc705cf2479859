import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { afterAll, describe, expect, test, vi } from "vitest";
import { checkContext, listening } from "../../../../../test/servers/raw-server.ts";
import { TEST_CHROMIUM } from "../../../../../test/servers/test-chromium.ts";
import { findChromium } from "../chromium/find-chromium.ts";
import { isAnyAlive, type ProcessMark, readProcessTree } from "../sandbox/process-tree.ts";
import { createSandboxProver } from "../sandbox/sandbox-prover.ts";
import { SCRIPT_LIMITS } from "../sandbox/script-limits.ts";
import { createScriptRunner, type ScriptRunnerOptions } from "./create-script-runner.ts";

const root = await mkdtemp(join(tmpdir(), "vedette-scripts-"));
await chmod(root, 0o755);
const scratchRoot = join(root, "scratch");
const PLAN = { scratchRoot, limits: SCRIPT_LIMITS, hiddenPaths: [root], destinations: [] };
const proving = createSandboxProver(PLAN);
const OPTIONS: ScriptRunnerOptions = {
  proof: proving.proof,
  mode: "sandboxed",
  scratchRoot,
  chromiumPath: TEST_CHROMIUM,
  ffmpegFolder: null,
  runsMax: 2,
};
const scripts = createScriptRunner(OPTIONS);

const PAGE = `<h1>Shop</h1><label>Name <input></label><a href="/cart">Cart</a>`;
const shop = await listening(
  createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`${PAGE}<p>${request.url}</p>`);
  }),
);
const url = `http://127.0.0.1:${shop.port}`;
afterAll(async () => {
  await scripts.close();
  await shop.close();
  await rm(root, { recursive: true, force: true });
});

async function whyNot(): Promise<string | null> {
  const proof = await proving.proof();
  // A sandbox that starts but does not hold is a failure of `sandbox/escape.test.ts`, not a reason to skip.
  if (!proof.ok) return proof.reason;
  const found = await findChromium(null);
  return found.path === null ? found.message : null;
}

const reason = await whyNot();
const skipped = reason === null ? "" : ` (skipped: ${reason})`;

const stored: Buffer[] = [];
const artifacts = {
  async save(source: unknown) {
    if (!Buffer.isBuffer(source)) throw new Error("a script's files come as bytes");
    return { key: `key-${stored.push(source)}`, bytes: source.length };
  },
  read: async () => null,
};

function spec(script: string, changes: Partial<JourneyRunSpec> = {}): JourneyRunSpec {
  return {
    kind: "journey",
    steps: null,
    script,
    viewport: null,
    device: null,
    baseUrl: null,
    capture: { trace: "on_failure", video: "never" },
    baselines: {},
    timeoutMs: 60_000,
    values: { NAME: "Ann", PASSWORD: "correct horse" },
    secretNames: ["PASSWORD"],
    ...changes,
  };
}

type Changes = {
  spec?: Partial<JourneyRunSpec>;
  signal?: AbortSignal;
  options?: Partial<ScriptRunnerOptions>;
};

async function run(
  script: string,
  { spec: changes = {}, signal, options }: Changes = {},
): Promise<RunOutcome> {
  const runner = options ? createScriptRunner({ ...OPTIONS, ...options }) : scripts;
  try {
    return await runner.run(spec(script, changes), {
      ...checkContext(),
      artifacts,
      ...(signal ? { signal } : {}),
    });
  } finally {
    if (runner !== scripts) await runner.close();
  }
}

/** Returns an empty text for a process that has ended. */
function commandOf(pid: number): string {
  return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
}

function textOf(outcome: RunOutcome, name: string): string {
  const file = outcome.artifacts?.find((each) => each.name === name);
  return stored[Number(file?.key.slice(4)) - 1]?.toString() ?? "";
}

const RECORDED = `import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('${url}/');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByRole('paragraph')).toContainText('/cart');
});
`;

describe.skipIf(reason !== null)(`a script${skipped}`, { timeout: 180_000 }, () => {
  test("runs as the recorder writes it, and has one step with the name of its test", async () => {
    // In the browser that the product finds.
    const outcome = await run(RECORDED, { options: { chromiumPath: null } });
    expect(outcome.error).toBeNull();
    expect(outcome.steps.map(({ name, action, status }) => [name, action, status])).toEqual([
      ["test", "test", "passed"],
    ]);
    expect(outcome.artifacts).toEqual([]);
  });

  test("of statements only has page, context, request, test, expect and vars in scope", async () => {
    const outcome = await run(`await page.goto('${url}/');
await test.step('greet', async () => {
  await page.getByRole('textbox').fill(vars.NAME);
  await expect(page.getByRole('textbox')).toHaveValue(process.env.NAME);
});
expect(context.pages()).toHaveLength(1);
expect((await request.get('${url}/api')).ok()).toBe(true);`);
    expect(outcome.error).toBeNull();
    expect(outcome.steps.map(({ name, action }) => [name, action])).toEqual([["greet", "step"]]);
  });

  test("that fails reports the line, keeps a screenshot and a trace, and hides secrets", async () => {
    const outcome = await run(
      RECORDED.replace("fill('Ann')", "fill(vars.PASSWORD)").replace(
        "toContainText('/cart')",
        "toContainText(vars.PASSWORD, { timeout: 100 })",
      ),
    );
    expect(outcome.error).toMatchObject({ code: "SCRIPT_FAILED", stepIndex: 0 });
    expect(outcome.error?.message).toMatch(/^Line 7: expect\(locator\)\.toContainText/);
    expect(JSON.stringify(outcome)).not.toContain("correct horse");
    expect(outcome.artifacts?.map(({ kind, name }) => [kind, name])).toEqual([
      ["screenshot", "screenshot-1.png"],
      ["trace", "trace-1.zip"],
    ]);
    expect(outcome.steps[0]?.screenshot).toBe(outcome.artifacts?.[0]?.key);
  });

  test("that does not end in time is TIMEOUT, and its trace is kept", { timeout: 180_000 }, async () => {
    const script = `await page.goto('${url}/');\nawait page.getByText('never there').click();`;
    const runWithin = (seconds: number) => run(script, { spec: { timeoutMs: seconds * 1_000 } });
    let seconds = 2.5;
    let outcome = await runWithin(seconds);
    // On a busy machine Playwright may start later than this.
    while (!outcome.error?.message.includes(`${seconds} s`) && seconds < 40) {
      seconds *= 4;
      outcome = await runWithin(seconds);
    }
    expect(outcome.error).toMatchObject({
      code: "TIMEOUT",
      message: expect.stringContaining(`${seconds} s`),
    });
    expect(outcome.artifacts?.map(({ kind }) => kind)).toContain("trace");
  });

  test.each([
    [
      "a missing module",
      `import { a } from 'left-pad';\nimport { test } from '@playwright/test';\ntest('x', () => a());`,
      'the module "left-pad" is not available',
    ],
    ["a syntax error", `await page.goto('/');\nconst x: = 3;`, "Line 2: "],
    ["no test", `import { test } from '@playwright/test';`, "the script has no test"],
    [
      "an early exit",
      `import { test } from '@playwright/test';\nprocess.exit(3);`,
      "ended before its tests did, with 3",
    ],
  ])("with %s reports it", async (_, script, words) => {
    const { error } = await run(script);
    expect(error).toMatchObject({
      code: "SCRIPT_FAILED",
      message: expect.stringContaining(words),
      stepIndex: null,
    });
  });

  test("sees the variables of its journey, and no other secret of the runner", async () => {
    const outcome = await run(`
const fs = require('node:fs');
console.log('ENV ' + JSON.stringify(process.env));
for (const pid of fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
  console.log(pid + ' ' + fs.readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0').map((entry) => entry.split('=')[0]));
}`);
    expect(outcome.error).toBeNull();
    const log = textOf(outcome, "output.txt");
    expect(log).toContain('ENV {"NAME":"Ann","PASSWORD":"••••"}');
    for (const name of Object.keys(process.env).filter((each) =>
      /^(VITEST|npm_|DATABASE|VEDETTE)/.test(each),
    )) {
      expect(log).not.toContain(name);
    }
  });

  test.each(["sandboxed", "trusted"] as const)(
    "reaches the network through the egress policy only (%s)",
    async (mode) => {
      const outcome = await run(
        `const answer = await page.goto('http://169.254.169.254/latest');
expect(answer.status()).toBe(403);
expect((await request.get('http://169.254.169.254/')).status()).toBe(403);
await expect(fetch('http://169.254.169.254/')).rejects.toThrow();
expect((await fetch('${url}/')).status).toBe(200);
expect((await page.goto('${url}/')).status()).toBe(200);`,
        mode === "trusted" ? { options: { mode } } : {},
      );
      expect(outcome.error).toBeNull();
      expect(textOf(outcome, "output.txt")).toContain("[vedette] 169.254.169.254:80 was not reached");
    },
  );

  test("of trusted authors runs without isolation, still with an empty environment", async () => {
    const outcome = await run(`console.log(Object.keys(process.env).join()); await page.goto('${url}/');`, {
      options: { mode: "trusted" },
    });
    expect(outcome.error).toBeNull();
    expect(textOf(outcome, "output.txt")).toMatch(/^NAME,PASSWORD\n/);
  });

  test.each(["sandboxed", "trusted"] as const)("that is stopped leaves nothing behind (%s)", async (mode) => {
    const stop = new AbortController();
    const own = join(root, `stopped-${mode}`);
    // Tests before this one may have left processes that serve the whole worker, such as the one that starts pings.
    const earlier = new Set(readProcessTree(process.pid).processes.map(({ pid }) => pid));
    const outcome = run(`await page.goto('${url}/');\nawait new Promise(() => {});`, {
      signal: stop.signal,
      options: { mode, scratchRoot: own },
    });
    outcome.catch(() => undefined);
    let tree: ProcessMark[] = [];
    await vi.waitFor(
      () => {
        tree = readProcessTree(process.pid).processes.filter(({ pid }) => !earlier.has(pid));
        expect(tree.some(({ pid }) => commandOf(pid).includes("--type=renderer"))).toBe(true);
      },
      { timeout: 60_000, interval: 50 },
    );
    stop.abort(new Error("stopped by the test"));
    await expect(outcome).rejects.toThrow("stopped by the test");
    await vi.waitFor(() => expect(isAnyAlive(tree)).toBe(false), 30_000);
    expect(await readdir(own)).toEqual([]);
  });
});

describe("without a sandbox", () => {
  test("a script does not run: SCRIPT_SANDBOX_UNAVAILABLE says why", async () => {
    const outcome = await run(RECORDED, {
      options: { proof: createSandboxProver({ ...PLAN, hiddenPaths: ["/usr/bin/env"] }).proof },
    });
    expect(outcome.error).toMatchObject({
      code: "SCRIPT_SANDBOX_UNAVAILABLE",
      message: expect.stringContaining("its sandbox is not proved"),
    });
    expect(outcome.steps).toEqual([]);
  });
});
