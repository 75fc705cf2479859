import { PAGE_DOM_LENGTH_MAX } from "@vedette/contract/runs/run-job.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type JourneyHarness,
  missingChromium,
  startJourneyHarness,
} from "../../../../../test/journey-harness.ts";
import { createShow } from "../../api/show-text.ts";
import { describeDom } from "./page-dom.ts";

const missing = await missingChromium();
const SECRET = "canary-7f3a&9";

describe.skipIf(missing !== null)(`the elements of a page${missing ? `: ${missing}` : ""}`, () => {
  let harness: JourneyHarness;
  let lease: Awaited<ReturnType<JourneyHarness["browsers"]["lease"]>>;
  let page: Page;
  beforeAll(async () => {
    harness = await startJourneyHarness();
    lease = await harness.browsers.lease("org", {}, null);
    page = await lease.context.newPage();
  });
  afterAll(async () => {
    await lease.release();
    await harness.close();
  });

  async function domOf(body: string, waitMs = 10_000) {
    await page.goto(`data:text/html,${encodeURIComponent(`<!doctype html><body>${body}`)}`);
    const show = createShow({ values: { CANARY: SECRET }, secretNames: ["CANARY"] });
    return describeDom({ newestPage: () => page, show }, { forEvidenceMs: () => waitMs });
  }

  test("are indented HTML without scripts, styles, handlers and hidden values, with texts escaped", async () => {
    const dom = await domOf(
      `<style>p { color: red }</style><p class="a&quot;b" onclick="go()" style="color: red"> 1 &lt;  2<br></p>
      <script>var secret = "in a script";</script><input type="hidden" value="csrf-1"><input type="PASSWORD" value="pw-1">
      <div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<b>inside</b>";</script>`,
    );
    expect(dom).toEqual({
      isCut: false,
      html: [
        "<html>",
        ...[" <head>", " </head>", " <body>", "  <style>", "  </style>"],
        ...['  <p class="a&quot;b">', "   1 &lt; 2", "   <br>", "  </p>", "  <script>", "  </script>"],
        ...['  <input type="hidden" value="••••">', '  <input type="PASSWORD" value="••••">'],
        ...[
          '  <div id="host">',
          "   <shadow-root>",
          "    <b>",
          "     inside",
          "    </b>",
          "   </shadow-root>",
        ],
        ...["  </div>", "  <script>", "  </script>", " </body>", "</html>", ""],
      ].join("\n"),
    });
  });

  test.each([
    ["a text", "<p>canary-7f3a&amp;9</p>"],
    ["an attribute", "<p title='canary-7f3a&amp;9'></p>"],
    ["a link", "<a href='/?q=canary-7f3a%269'>a</a>"],
    ["several elements", "<i>canary-</i><b>7f3a</b><i>&amp;9</i>"],
  ])("show no secret of %s", async (_name, body) => {
    const { html = "" } = (await domOf(body)) ?? {};
    expect(html).toContain("••••");
    expect(html).not.toMatch(/canary-/);
  });

  test.each([
    ["many elements", `<script>document.body.innerHTML = "<p>text</p>".repeat(50_000)</script>`],
    ["long texts", `<p>${"x".repeat(3_000)}</p>`.repeat(60)],
    ["much to escape", `<script>document.body.textContent = "<".repeat(500_000)</script>`],
    [
      "a great depth",
      `<script>let at = document.body; for (let i = 0; i < 1_000; i++) at = at.appendChild(document.createElement("div"))</script>`,
    ],
  ])("of a page with %s are bounded", async (_name, body) => {
    const dom = await domOf(body);
    expect(dom?.html.length).toBeLessThanOrEqual(PAGE_DOM_LENGTH_MAX);
    expect(dom?.html.startsWith("<html>\n")).toBe(true);
  });

  test("of a page that replaces built-ins or hangs are left out", async () => {
    expect(await domOf("<script>Array.from = () => { throw new Error('no') }</script>")).toBeNull();
    expect(await domOf("<script>Array.from = () => { for (;;); }</script>", 300)).toBeNull();
  });
});
