import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEvaluator, type EvaluateOptions } from "./evaluate-files.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vedette-evaluate-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function evaluate(files: string[], options: Partial<EvaluateOptions> = {}) {
  return createEvaluator({ env: process.env, print: () => {}, ...options })(root, files);
}

test("files that do not end are stopped at the deadline", async () => {
  write("a.vedette.ts", "for (;;);");
  await expect(evaluate(["a.vedette.ts"], { timeoutMs: 500 })).rejects.toThrow("did not end within 0.5 s");
});

test("open timers do not keep the process, and what it prints is not the result", async () => {
  const printed: string[] = [];
  write(
    "a.vedette.ts",
    `import { project } from "@vedette/code";
setInterval(() => {}, 1_000);
console.log("out");
console.error("err");
project("shop");`,
  );
  const { value, faults } = await evaluate(["a.vedette.ts"], { print: (text) => printed.push(text) });
  expect([value, faults]).toEqual([{ version: 1, project: "shop" }, []]);
  expect(printed.sort()).toEqual(["err", "out"]);
});

test("the files have the environment, but not the key of the API", async () => {
  write(
    "a.vedette.ts",
    `import { variable } from "@vedette/code";
variable("A", String(process.env.SHOP));
variable("B", String(process.env.VEDETTE_API_KEY));`,
  );
  const env = { ...process.env, SHOP: "x", VEDETTE_API_KEY: "vdt_admin_x" };
  const { value } = await evaluate(["a.vedette.ts"], { env });
  expect(value).toEqual({ variables: { A: "x", B: "undefined" } });
});

test("a position is that of the call, also in a function of another file", async () => {
  write(
    "lib/page.ts",
    `import { monitor } from "@vedette/code";
export function page(key: string): void {
  type Longer = { than: "the call" };
    monitor(key, { type: "url", url: "https://a.example" });
}`,
  );
  write("a.vedette.ts", 'import { page } from "./lib/page.ts";\npage("home");');
  const { positions } = await evaluate(["a.vedette.ts"]);
  expect(positions).toEqual([
    { path: ["monitors", "home"], position: { file: "lib/page.ts", line: 4, column: 5 } },
  ]);
});

test("a project uses the package that it has installed", async () => {
  write("node_modules/@vedette/code/package.json", '{"type":"module","exports":"./index.js"}');
  write(
    "node_modules/@vedette/code/index.js",
    `globalThis[Symbol.for("vedette.code.declarations")] = [
  { path: ["project"], value: "installed", position: { file: "", line: 1, column: 1 } },
];`,
  );
  write("a.vedette.ts", 'import "@vedette/code";');
  expect((await evaluate(["a.vedette.ts"])).value).toEqual({ project: "installed" });
});
