import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { readDocs } from "./read-docs.ts";

const DOCS = join(import.meta.dirname, "../../../../../../docs");

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ docsDir: DOCS });
});
afterAll(() => running.stop());

const get = (url: string) => running.call(null, { method: "GET", url });

test("llms.txt lists every guide and every page of the reference, and each is served as Markdown", async () => {
  const index = await get("/llms.txt");
  expect([index.statusCode, index.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const paths = [...index.body.matchAll(/\]\(http:\/\/[^/]+(\/docs\/[^)]+\.md)\)/g)].map(
    ([, path = ""]) => path,
  );
  expect(paths).toEqual(
    expect.arrayContaining(["/docs/api.md", "/docs/mcp.md", "/docs/reference/errors.md"]),
  );
  for (const path of paths) {
    const page = await get(path);
    expect([path, page.statusCode, page.headers["content-type"]]).toEqual([
      path,
      200,
      "text/markdown; charset=utf-8",
    ]);
    expect(page.body).toMatch(/^(<!--|# )/);
  }
});

test("every link from a guide to another page of the documentation is served", async () => {
  const pages = await readDocs(DOCS);
  const texts = await Promise.all(pages.map(async ({ path, read }) => ({ path, text: await read() })));
  const targets = new Set(
    texts.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#]+\.(?:md|json))(?:#[^)]*)?\)/g)]
        .map(([, link = ""]) => new URL(link, `http://host${path}`).pathname)
        .filter((target) => target.startsWith("/docs/") || target.startsWith("/api/")),
    ),
  );
  expect(targets.size).toBeGreaterThan(10);
  for (const target of targets) expect([target, (await get(target)).statusCode]).toEqual([target, 200]);
});

test("every page of the documentation has a title and a summary in one sentence", async () => {
  for (const { path, title, summary } of await readDocs(DOCS)) {
    expect([path, title]).not.toEqual([path, path]);
    expect([path, summary]).toEqual([path, expect.stringMatching(/^[A-Z].*\.$/)]);
  }
});

test("other files and folders are not served", async () => {
  for (const path of [
    "/docs/none.md",
    "/docs/../package.json",
    "/docs/%2e%2e/README.md",
    "/docs/adr/README.md",
  ]) {
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  }
});

test("without the folder there are no pages, and a page may have no text", async () => {
  expect(await readDocs(null)).toEqual([]);
  const directory = mkdtempSync(join(tmpdir(), "vedette-docs-"));
  try {
    mkdirSync(join(directory, "guide"));
    writeFileSync(join(directory, "guide", "empty.md"), "# Empty\n");
    writeFileSync(join(directory, "guide", "notes.txt"), "no page");
    const pages = await readDocs(directory);
    expect(pages).toMatchObject([{ path: "/docs/empty.md", title: "Empty", summary: "" }]);
    expect(await pages[0]?.read()).toBe("# Empty\n");
  } finally {
    rmSync(directory, { recursive: true });
  }
});
