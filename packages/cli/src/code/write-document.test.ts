import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "@vedette/code-files/load-document.ts";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEvaluator } from "./evaluate-files.ts";
import { formatYaml } from "./format-yaml.ts";
import { FILE_NAMES, writeDocument } from "./write-document.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vedette-write-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const evaluate = createEvaluator({ env: process.env, print: () => {} });
type Document = Record<string, unknown>;

async function readBack(document: Document, format: "yaml" | "ts"): Promise<unknown> {
  const path = join(root, FILE_NAMES[format]);
  writeFileSync(path, writeDocument(document, format));
  const { document: read, faults } = await loadDocument({ root, paths: [FILE_NAMES[format]], evaluate });
  rmSync(path);
  return { read, faults };
}

const SHOP: Document = {
  version: 1,
  project: "shop",
  rules: { down: { type: "consecutive_failures", params: { threshold: 3 }, channels: ["ops"] } },
  defaults: { monitor: { interval: "30s" } },
  variables: { BASE: "https://shop.example", YES: "yes", EMPTY: "" },
  secrets: { TOKEN: { env: "TOKEN" }, OLD: { keep: true }, CERTIFICATE: { file: "conf/c.pem" } },
  channels: { ops: { type: "slack", config: { webhook_url: { env: "OPS" }, channel: "#ops" } } },
  groups: {},
  monitors: {
    "a/b#c.d-e_f": {
      type: "url",
      url: "https://shop.example/ü\u2028`$\u007bx}`",
      headers: { "X-A": "1: 2 # 3" },
    },
    home: { type: "url", body: "line 1\n  line 2\n\n", tags: ["on", "null", "0x1f", "1e3"], port: null },
  },
  journeys: { buy: { script: 'test("a", async () => {\n\tawait x("\\n");\n});\n' } },
  moved: [{ kind: "monitor", from: "homepage", to: "home" }],
  imports: [{ kind: "monitor", key: "home", id: "01a1fbb4-893a-7178-838f-305c66bcb89e" }],
};

test.each(["yaml", "ts"] as const)("what is written as %s is read back", async (format) => {
  const { groups: _empty, ...document } = SHOP;
  expect(await readBack(SHOP, format)).toEqual({ read: document, faults: [] });
});

test.each(["yaml", "ts"] as const)("the same document as %s is the same text in any order", (format) => {
  const reversed = Object.fromEntries(Object.entries(SHOP).reverse());
  expect(writeDocument(reversed, format)).toBe(writeDocument(SHOP, format));
});

const key = fc.stringMatching(/^[A-Za-z0-9_\-/#.]{1,20}$/).filter((text) => text !== "__proto__");
const texts = fc.string({ unit: "grapheme", maxLength: 30 });
const fields = fc.dictionary(
  key,
  fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null), fc.array(texts, { maxLength: 3 })),
  { minKeys: 1, maxKeys: 4 },
);
const documents = fc.record({
  version: fc.constant(1),
  project: fc.constant("shop"),
  variables: fc.dictionary(key, texts, { minKeys: 1, maxKeys: 3 }),
  // A map of `file` alone is an include.
  monitors: fc.dictionary(
    key,
    fields.filter((value) => Object.keys(value).join() !== "file"),
    { minKeys: 1, maxKeys: 4 },
  ),
});

test("any keys and texts survive both formats", async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (generated) => {
      const document: Document = JSON.parse(JSON.stringify(generated));
      expect(await readBack(document, "yaml")).toEqual({ read: document, faults: [] });
      expect(await readBack(document, "ts")).toEqual({ read: document, faults: [] });
    }),
    // Each starts a process of Node.
    { numRuns: 15 },
  );
});

test("a formatted file keeps its comments and stays as it is", () => {
  const text = `# yaml-language-server: $schema=x
monitors:
    # The shop.
    home:   {type: url,   url: "https://shop.example"} # first

    cart:
        type: url
project: shop
version: 1
`;
  const formatted = formatYaml(text);
  expect(formatted).toBe(`# yaml-language-server: $schema=x

version: 1
project: shop
monitors:
  # The shop.
  home: {type: url, url: "https://shop.example"} # first

  cart:
    type: url
`);
  expect(formatYaml(formatted ?? "")).toBe(formatted);
  expect(formatYaml("a: [")).toBeNull();
});
