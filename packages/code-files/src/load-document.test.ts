import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkDocument, faultText, sourcesOf } from "./check-document.ts";
import { loadDocument } from "./load-document.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vedette-files-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

async function load(...paths: string[]) {
  const loaded = await loadDocument({ root, paths });
  return { ...loaded, texts: loaded.faults.map(faultText) };
}

const HEAD = "version: 1\nproject: shop\n";
const SHOP = `${HEAD}monitors:\n  home: {type: url, url: "https://shop.example"}\n`;

describe("files", () => {
  test("are found by their names, without node_modules and hidden folders", async () => {
    write({
      "vedette.yaml": SHOP,
      "monitors/b.vedette.yml": "monitors: {}",
      "monitors/a.vedette.yaml": "monitors: {}",
      "monitors/vedette.yaml": "is not in the root",
      "monitors/other.yaml": "is not one",
      "node_modules/x/x.vedette.yaml": "!",
      ".git/x.vedette.yaml": "!",
    });
    const { files, faults } = await load();
    expect([files, faults]).toEqual([
      ["monitors/a.vedette.yaml", "monitors/b.vedette.yml", "vedette.yaml"],
      [],
    ]);
  });

  test("may be named, in JSON too, and folders", async () => {
    write({ "conf/x.json": JSON.stringify({ version: 1, project: "shop" }), "more/y.vedette.yaml": HEAD });
    const { files, document, faults } = await load("conf/x.json", "more");
    expect([files, document, faults]).toEqual([
      ["conf/x.json", "more/y.vedette.yaml"],
      { version: 1, project: "shop" },
      [],
    ]);
  });

  test("that are mounted as a ConfigMap are found through its symbolic links", async () => {
    write({ "..2026_01/vedette.yaml": SHOP });
    symlinkSync("..2026_01", join(root, "..data"));
    symlinkSync("..data/vedette.yaml", join(root, "vedette.yaml"));
    expect((await load()).document).toMatchObject({ monitors: { home: { type: "url" } } });
  });

  test("that do not exist, and TypeScript without a way to run it, are errors", async () => {
    await expect(load("nope.yaml")).rejects.toThrow("'nope.yaml' does not exist");
    write({ "vedette.config.ts": "export {};" });
    expect((await load()).texts).toEqual([expect.stringMatching(/^vedette.config.ts:1:1 is TypeScript/)]);
  });
});

describe("several files", () => {
  test("are one document, and each key keeps its place", async () => {
    write({ "vedette.yaml": SHOP, "x.vedette.yaml": `${HEAD}\nmonitors:\n  cart: {type: ping}\n` });
    const loaded = await load();
    expect(Object.keys(loaded.document.monitors as object).sort()).toEqual(["cart", "home"]);
    expect(sourcesOf(loaded)).toEqual({
      "/monitors/cart": "x.vedette.yaml:5",
      "/monitors/home": "vedette.yaml:4",
    });
  });

  test("may not define a key twice: the fault names both places", async () => {
    write({ "a.vedette.yaml": SHOP, "b.vedette.yaml": SHOP });
    expect((await load()).texts).toEqual([
      "b.vedette.yaml:4:3 monitors.home is defined twice: it is defined in a.vedette.yaml:4:3 too",
    ]);
  });

  test("may not be of two projects", async () => {
    write({ "a.vedette.yaml": HEAD, "b.vedette.yaml": "version: 1\nproject: blog\n" });
    expect((await load()).texts).toEqual([
      "b.vedette.yaml:2:1 'project' is 'blog', but has another value in a.vedette.yaml:2:1 too",
    ]);
  });

  test("add their lists together", async () => {
    const moved = (from: string) => `moved: [{kind: monitor, from: ${from}, to: x}]\n`;
    write({ "a.vedette.yaml": HEAD + moved("a"), "b.vedette.yaml": `\n\n${moved("b")}` });
    const { document, locate } = await load();
    expect(document.moved).toMatchObject([{ from: "a" }, { from: "b" }]);
    expect(locate(["moved", 1, "from"])).toMatchObject({ file: "b.vedette.yaml", line: 3 });
  });
});

describe("{file: …}", () => {
  test("is the value of a YAML file and the text of any other, relative to its file", async () => {
    write({
      "vedette.yaml": `${HEAD}monitors:\n  home: {file: conf/home.yaml}\n`,
      "conf/home.yaml": "type: url\nbody: {file: ./body.txt}\ntags: {file: tags.json}\n",
      "conf/body.txt": "Hello\n",
      "conf/tags.json": '["a"]',
    });
    const { document, locate, texts } = await load();
    expect([document.monitors, texts]).toEqual([{ home: { type: "url", body: "Hello\n", tags: ["a"] } }, []]);
    expect(locate(["monitors", "home", "type"])).toMatchObject({ file: "conf/home.yaml", line: 1 });
  });

  test.each(["../../etc/passwd", "/etc/passwd", "link.txt", "linked/passwd"])(
    "%s does not leave the folder of the project",
    async (path) => {
      symlinkSync("/etc/passwd", join(root, "link.txt"));
      symlinkSync("/etc", join(root, "linked"));
      write({ "vedette.yaml": `${HEAD}monitors:\n  home: {type: url, body: {file: "${path}"}}\n` });
      const { document, texts } = await load();
      expect(document.monitors).toEqual({ home: { type: "url", body: null } });
      expect(texts).toEqual([
        `vedette.yaml:4:21 monitors.home.body: the file '${path}' is outside of the folder of the project`,
      ]);
    },
  );

  test("is a credential where one may stand, and is not read", async () => {
    write({
      "conf/x.vedette.yaml": `${HEAD}secrets: {TOKEN: {file: token.txt}}\nchannels: {ops: {type: slack, config: {webhook_url: {file: /etc/passwd}}}}\n`,
    });
    const { document, texts } = await load();
    expect(document.secrets).toEqual({ TOKEN: { file: "conf/token.txt" } });
    expect(texts).toEqual([expect.stringMatching(/webhook_url: the file '\/etc\/passwd' is outside/)]);
  });

  test("that includes itself, is missing or is a folder is a fault", async () => {
    write({
      "vedette.yaml": `${HEAD}monitors:\n  a: {file: a.yaml}\n  b: {file: nope.yaml}\n  c: {file: conf}\n`,
      "a.yaml": "body: {file: a.yaml}",
      "conf/x": "",
    });
    expect((await load()).texts).toEqual([
      "a.yaml:1:1 monitors.a.body: the file 'a.yaml' includes itself",
      "vedette.yaml:5:3 monitors.b: the file 'nope.yaml' cannot be read (ENOENT)",
      "vedette.yaml:6:3 monitors.c: the file 'conf' is not a file",
    ]);
  });
});

describe("limits", () => {
  test("all files together have at most 5 MiB", async () => {
    const text = `# ${"x".repeat(3 * 1_048_576)}\n`;
    write({ "a.vedette.yaml": HEAD + text, "b.vedette.yaml": text });
    expect((await load()).texts).toEqual(["b.vedette.yaml:1:1 makes all files together larger than 5 MiB"]);
  });

  test("a file that is not UTF-8 is a fault", async () => {
    writeFileSync(join(root, "vedette.yaml"), Buffer.from([0x61, 0x3a, 0x20, 0xff]));
    expect((await load()).texts).toEqual(["vedette.yaml:1:1 is not text in UTF-8"]);
  });
});

test("a document with a thousand faults lists them all, each with file, line and column", async () => {
  const monitors = (at: number) =>
    Array.from({ length: 500 }, (_, nr) => `  m${at}-${nr}: {type: url, url: "https://a.example", nope: 1}`);
  write({
    "a.vedette.yaml": `${HEAD}monitors:\n${monitors(1).join("\n")}\n`,
    "b.vedette.yaml": `monitors:\n${monitors(2).join("\n")}\n`,
  });
  const { faults } = checkDocument(await load());
  const texts = faults.map(faultText);
  expect(texts).toHaveLength(1_000);
  expect(texts[0]).toMatch(/^a.vedette.yaml:4:47 monitors.m1-0.nope is not a known field/);
  expect(texts[999]).toMatch(/^b.vedette.yaml:501:49 monitors.m2-499.nope is not a known field/);
});

test("a file that cannot be included hides no other fault", async () => {
  write({ "vedette.yaml": `${HEAD}monitors:\n  home: {type: url, url: {file: nope}, intervall: 3}\n` });
  const { faults } = checkDocument(await load());
  expect(faults.map(faultText)).toEqual([
    expect.stringMatching(/^vedette.yaml:4:21 monitors.home.url: the file 'nope' cannot be read/),
    expect.stringMatching(/^vedette.yaml:4:40 monitors.home.intervall is not a known field/),
  ]);
});
