import { describe, expect, test } from "vitest";
import { SourceFile } from "./source-file.ts";
import { FILE_LINES_MAX, sourceViolations } from "./source-rules.ts";

const PRODUCT = "packages/server/src/pipeline/results/recording/record-batch.ts";

function findRules(text: string, path = PRODUCT): string[] {
  return sourceViolations(new SourceFile(path, text)).map(({ rule }) => rule);
}

describe("the environment", () => {
  test.each([
    "const port = process.env.PORT;",
    "const { env } = process;",
    'const port = process["env"].PORT;',
    "const port = globalThis.process.env.PORT;",
    'import process from "node:process"; const port = process.env.PORT;',
    'import { env } from "node:process";',
  ])("is not read by %s", (text) => {
    expect(findRules(text)).toContain("environment-only-in-config");
  });

  test("may be read in config/, by main and by tests", () => {
    const text = "const port = process.env.PORT;";
    for (const path of ["platform/config/read-config.ts", "main.ts", "platform/storage/pool.test.ts"]) {
      expect(findRules(text, `packages/server/src/${path}`)).toEqual([]);
    }
  });
});

describe("the place of a module", () => {
  test.each(["new URL('./thread.ts', import.meta.url)", "join(import.meta.dirname, 'x')"])(
    "is not used by %s",
    (text) => {
      expect(findRules(text)).toContain("files-only-by-own-files");
    },
  );
});

describe("the clock", () => {
  test.each([
    "const at = Date.now();",
    "const clock = { now: Date.now };",
    "const at = new Date();",
    "const at = new Date;",
    "const at = Date();",
    "const at = performance.now();",
    "const at = process.hrtime.bigint();",
    'import { performance } from "node:perf_hooks";',
    'import { hrtime } from "node:process";',
  ])("is not read by %s", (text) => {
    expect(findRules(text)).toContain("clock-only-in-kernel");
  });

  test.each([
    "const at = new Date(clock.now()).toISOString();",
    "const at = Date.parse(text);",
    "// Date.now() would jump here.",
    'const text = "Date.now()";',
    "function wait(performance: Meter) { return performance.now(); }",
  ])("is not touched by %s", (text) => {
    expect(findRules(text)).toEqual([]);
  });

  test("may be read in platform/kernel/clock.ts", () => {
    expect(
      findRules("export const now = () => Date.now();", "packages/server/src/platform/kernel/clock.ts"),
    ).toEqual([]);
    expect(
      findRules("export const now = () => Date.now();", "packages/server/src/platform/kernel/ids.ts"),
    ).toHaveLength(1);
  });
});

describe("the network", () => {
  test.each([
    'const response = await fetch("http://127.0.0.1/");',
    "const deps = { fetch };",
    "const get = fetch;",
    "const response = await globalThis.fetch(url);",
    "const get = fetch.bind(null, url);",
    "const socket = new WebSocket(url);",
  ])("is not reached by %s", (text) => {
    expect(findRules(text)).toContain("network-only-in-net");
  });

  test.each([
    "const row = await cache.fetch(id);",
    "const deps = { fetch: dial };",
    "function load(fetch: Dial) { return fetch(url); }",
    "type Deps = { fetch: Dial };",
  ])("is not touched by %s", (text) => {
    expect(findRules(text)).toEqual([]);
  });

  test("may be used in net/ and checks/http/, and by the dashboard", () => {
    const text = "const response = await fetch(url);";
    for (const path of [
      "server/src/platform/net/dial.ts",
      "server/src/engine/checks/http/run.ts",
      "dashboard/src/api/get.ts",
    ]) {
      expect(findRules(text, `packages/${path}`)).toEqual([]);
    }
  });
});

test("limits files of any language to 500 lines", () => {
  const lines = "select 1;\n".repeat(FILE_LINES_MAX);
  expect(findRules(lines, "packages/server/migrations/0001_x.sql")).toEqual([]);
  expect(findRules(`${lines}--\n`, "packages/server/migrations/0001_x.sql")).toEqual(["file-length"]);
});

test("reports the line of a violation", () => {
  const file = new SourceFile(PRODUCT, "\n\nconst at = Date.now();");
  expect(sourceViolations(file)).toMatchObject([{ path: PRODUCT, line: 3 }]);
});
