import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CANARIES, findCanaries } from "../../../../test/canaries.ts";
import {
  type JourneyHarness,
  missingChromium,
  startJourneyHarness,
} from "../../../../test/journey-harness.ts";
import { listening } from "../../../../test/servers/raw-server.ts";
import { TEST_CHROMIUM } from "../../../../test/servers/test-chromium.ts";
import { createSandboxProver } from "./sandbox/sandbox-prover.ts";
import { SCRIPT_LIMITS } from "./sandbox/script-limits.ts";
import { createScriptRunner } from "./script/create-script-runner.ts";
import { readPng } from "./visual/png.ts";

/** No file of any kind of journey contains a secret of the run, no matter how the run ends. */

const html = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Shows all secrets: as text, in fields, nested in JSON, in a cookie and on the console. */
const PAGE = `<!doctype html><title>${html(CANARIES.PLAIN ?? "")}</title>
${Object.entries(CANARIES)
  .map(
    ([name, value]) =>
      `<p id=${name}>${html(value)}</p><input value="${html(value).replaceAll('"', "&quot;")}">`,
  )
  .join("\n")}
<p id=split>Qz7<b>Canary</b>8Vb</p>
<pre>${html(JSON.stringify({ outer: JSON.stringify({ inner: JSON.stringify(CANARIES) }) }))}</pre>
<label>User <input name=user></label><button>Go</button>
<script>console.error(${JSON.stringify(JSON.stringify(CANARIES)).replaceAll("<", "\\u003c")}); document.cookie = "k=" + ${JSON.stringify(CANARIES.PLAIN)}</script>`;

const target = await listening(
  createServer((request, response) => {
    if (request.url?.startsWith("/picture")) {
      response.setHeader("content-type", "image/png");
      response.end(
        Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(CANARIES.PLAIN ?? "")]),
      );
      return;
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("x-echo", encodeURIComponent(JSON.stringify(CANARIES)));
    response.end(PAGE);
  }),
);
const url = `http://127.0.0.1:${target.port}`;
const root = await mkdtemp(join(tmpdir(), "vedette-canary-"));
// Scripts run as another user if the tests run as root.
await chmod(root, 0o755);
const SECRETS = { values: CANARIES, secretNames: Object.keys(CANARIES) };
const everything = { trace: "always", video: "always" } as const;
const missing = await missingChromium();

let harness: JourneyHarness;
const scratchRoot = join(root, "scratch");
const proving = createSandboxProver({
  scratchRoot,
  limits: SCRIPT_LIMITS,
  hiddenPaths: [],
  destinations: [],
});
const scripts = createScriptRunner({
  mode: "sandboxed",
  proof: proving.proof,
  scratchRoot,
  chromiumPath: TEST_CHROMIUM,
  ffmpegFolder: null,
  runsMax: 1,
});
const proof = missing === null ? await proving.proof() : null;
beforeAll(async () => {
  harness = await startJourneyHarness({ scripts: scripts.run });
});
afterAll(async () => {
  await harness.close();
  await scripts.close();
  await target.close();
  await rm(root, { recursive: true, force: true });
});

/** Returns the outcome and all files by name. */
function filesOf(outcome: RunOutcome): Map<string, Buffer> {
  const files = new Map<string, Buffer>([["outcome.json", Buffer.from(JSON.stringify(outcome))]]);
  for (const { name, key } of outcome.artifacts ?? []) {
    files.set(name, harness.stored.get(key) ?? Buffer.alloc(0));
  }
  return files;
}

describe.skipIf(missing !== null)(`a declarative journey${missing ? `: ${missing}` : ""}`, () => {
  const using = [
    { action: "goto" as const, url: `${url}/?q={{AWKWARD}}`, name: "open {{PLAIN}}" },
    ...Object.keys(CANARIES).map((name) => ({
      action: "fill" as const,
      selector: "[name=user]",
      value: `{{${name}}}`,
      screenshot: true,
    })),
    { action: "request" as const, url: `${url}/image?{{PLAIN}}`, headers: { "x-key": "{{DOMAIN}}" } },
    { action: "screenshot" as const, label: "whole", full_page: true },
  ];
  test.concurrent.each([
    ["passes", []],
    ["fails", [{ action: "expect_text" as const, selector: "h1", value: "{{PEM}}", timeout_ms: 300 }]],
    [
      "cannot find an element",
      [{ action: "click" as const, selector: "text={{AWKWARD}}!", timeout_ms: 300 }],
    ],
  ])("that %s", async (_, more) => {
    const outcome = await harness.run([...using, ...more], { ...SECRETS, capture: everything });
    expect(outcome.error === null).toBe(more.length === 0);
    const files = filesOf(outcome);
    expect([...files.keys()]).toEqual(expect.arrayContaining(["trace.zip", "step-2-fill.jpg"]));
    expect([...files.keys()]).not.toContain("video.webm");
    expect(outcome.artifactError).toMatch(/^video\.webm: the run uses secrets.*video_with_secrets/);
    expect(await findCanaries(files)).toEqual([]);
  });

  test.concurrent("records a video if the journey allows secrets in videos", async () => {
    const capture = { ...everything, video_with_secrets: true };
    const outcome = await harness.run(using.slice(0, 2), { ...SECRETS, capture });
    expect(outcome.artifactError).toBeUndefined();
    expect([...filesOf(outcome).keys()]).toContain("video.webm");
  });

  test.concurrent.each([...Object.keys(CANARIES), "split"])(
    "covers %s where the page shows it",
    async (id) => {
      const outcome = await harness.run(
        [
          { action: "goto", url },
          { action: "screenshot", label: "shown", selector: `#${id}` },
        ],
        SECRETS,
      );
      expect(outcome.error).toBeNull();
      const { data } = readPng(filesOf(outcome).get("shown.png") ?? Buffer.alloc(0));
      const colors = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colors.add(data.subarray(at, at + 3).join());
      // The color with which Playwright covers masked elements.
      expect([...colors]).toContain("255,0,255");
      expect(colors.has("0,0,0")).toBe(false);
    },
  );
});

describe.skipIf(!proof?.ok)(
  `a script${proof?.ok === false ? `: ${proof.reason}` : ""}`,
  { timeout: 120_000 },
  () => {
    const SCRIPT = `const { test, expect } = require("@playwright/test");
const zlib = require("node:zlib");
test("uses " + vars.PLAIN, async ({ page, request }, info) => {
  for (const value of Object.values(vars)) { console.log(value); console.error(JSON.stringify(JSON.stringify(value))); }
  await test.step("step " + vars.DOMAIN, () => page.goto(${JSON.stringify(url)} + "/?q=" + encodeURIComponent(vars.AWKWARD)));
  await page.locator("[name=user]").fill(vars.AWKWARD);
  await request.post(${JSON.stringify(url)}, { data: vars, headers: { "x-key": vars.PLAIN } });
  await page.evaluate((value) => fetch("/image", { method: "POST", body: value }), JSON.stringify(vars));
  const attach = (name, contentType, body) => info.attach(name, { contentType, body });
  const shot = await page.locator("button").screenshot();
  await attach("note " + vars.PLAIN, "text/plain", Object.values(vars).join("\\n"));
  await attach("nested", "application/json", JSON.stringify(JSON.stringify(JSON.stringify(vars))));
  await attach("har", "application/json", JSON.stringify({ log: { entries: [{ response: { content: { encoding: "base64", text: Buffer.from("x" + vars.PEM).toString("base64") } } }] } }));
  await attach("utf16", "text/plain", Buffer.from(vars.PLAIN, "utf16le"));
  await attach("fake", "image/png", Buffer.concat([shot.subarray(0, 8), Buffer.from("RAWPNG " + vars.PLAIN)]));
  await attach("appended", "image/png", Buffer.concat([shot, Buffer.from(vars.PLAIN)]));
  await attach("photo", "image/jpeg", Buffer.concat([await page.locator("button").screenshot({ type: "jpeg" }), Buffer.from(vars.PLAIN)]));
  await attach("fake photo", "image/jpeg", Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(vars.PLAIN)]));
  await attach("archive", "application/zip", Buffer.concat([Buffer.from("PK\\u0003\\u0004"), Buffer.from(vars.PLAIN)]));
  await attach("packed", "application/gzip", zlib.gzipSync(vars.PLAIN));
  await attach("film", "video/webm", Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from(vars.PLAIN)]));
  END
});
`;
    test.each([
      ["passes", "", null],
      ["fails", "await expect(page.locator('h1')).toHaveText(vars.PEM, { timeout: 100 });", "SCRIPT_FAILED"],
      ["throws", "throw new Error(JSON.stringify(JSON.stringify(vars)));", "SCRIPT_FAILED"],
    ])("that %s", async (_, end, code) => {
      const script = SCRIPT.replace("END", () => end);
      const outcome = await harness.run([], { ...SECRETS, steps: null, script, capture: everything });
      expect(outcome.error?.code ?? null, outcome.error?.message).toBe(code);
      const files = filesOf(outcome);
      const names = [...files.keys()];
      // The readable screenshots, the three notes and the trace.
      expect(names).toEqual(
        expect.arrayContaining([
          "screenshot-2.png",
          "screenshot-3.jpg",
          "log-1.txt",
          "log-2.txt",
          "log-3.txt",
          "output.txt",
        ]),
      );
      expect(names.some((name) => name.startsWith("trace-"))).toBe(true);
      for (const name of ["screenshot-1.png", "screenshot-4.jpg", "log-4.txt", "video-1.webm"]) {
        expect(names).not.toContain(name);
      }
      const log = files.get("output.txt")?.toString() ?? "";
      expect(log).toContain("[vedette] no video was recorded: the run uses secrets");
      expect(log).toContain("[vedette] screenshot-1.png was not kept: it is not a readable image");
      expect(log).toContain("[vedette] trace-1.zip was not kept: the archive cannot be read");
      expect(log).toContain('[vedette] attachment "packed" was not kept');
      expect(log).toContain("[vedette] video-1.webm was not kept: the run uses secrets");
      expect(readPng(files.get("screenshot-2.png") ?? Buffer.alloc(0)).width).toBeGreaterThan(0);
      expect(await findCanaries(files)).toEqual([]);
    });
  },
);
