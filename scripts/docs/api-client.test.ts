import { readFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";

/** A client with the default settings of openapi-typescript and with openapi-fetch. */
const ROOT = join(import.meta.dirname, "../..");
/** Exist only in memory. */
const TYPES = join(ROOT, "packages/dashboard/generated-api.d.ts");
const CLIENT = join(ROOT, "packages/dashboard/client.ts");

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [],
};

let types = "";
beforeAll(async () => {
  const document: unknown = JSON.parse(readFileSync(join(ROOT, "docs/reference/openapi.json"), "utf8"));
  types = astToString(await openapiTS(document as Parameters<typeof openapiTS>[0]));
});

function compile(statements: string): string[] {
  const texts = new Map([
    [TYPES, types],
    [
      CLIENT,
      `import createClient from "openapi-fetch";
import type { paths } from "./generated-api.d.ts";
const client = createClient<paths>({ baseUrl: "http://localhost:8080" });
${statements}
export {};`,
    ],
  ]);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile(path, language, ...rest)
      : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([CLIENT], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** Compiling 16,000 lines of types takes long on a busy machine. */
const COMPILE_MS = 120_000;

test("compiles typical client code", { timeout: COMPILE_MS }, () => {
  const errors = compile(`
    const list = await client.GET("/api/v1/monitors", { params: { query: { limit: 2 } } });
    const names: string[] = (list.data?.data ?? []).map((monitor) => monitor.name.toUpperCase());
    const url = "https://shop.example";
    const created = await client.POST("/api/v1/monitors", { body: { name: "Shop", type: "url", url } });
    const interval: number | undefined = created.data?.data.interval;
    await client.PUT("/api/v1/monitors/{id}", { params: { path: { id: "7" } }, body: { name: "Store" } });
    await client.POST("/api/v1/api-monitors", { body: { name: "Shop", steps: [{ url }] } });
    await client.POST("/api/v1/journeys", { body: { name: "Pay", steps: [{ action: "goto", url }] } });
    await client.POST("/api/v1/alerts/channels", { body: { name: "Hook", type: "webhook", config: { url } } });
    await client.POST("/api/v1/alerts/rules", {
      body: { name: "Down", type: "consecutive_failures", params: { threshold: 3 }, monitor_id: "7" },
    });
    await client.GET("/api/agent/runs/{id}", { params: { path: { id: "7" }, query: { wait: 30 } } });
    const failure = created.error?.error.message;
    console.log(names, interval, failure);
  `);
  expect(errors).toEqual([]);
});

test("rejects requests that the API would reject", { timeout: COMPILE_MS }, () => {
  expect(
    compile(`await client.GET("/api/v1/monitors", { params: { query: { limit: "2" } } });`),
  ).toHaveLength(1);
  expect(compile(`await client.POST("/api/v1/monitors", { body: { type: "url" } });`)).toHaveLength(1);
});
