import { describe, expect, test } from "vitest";
import { findImportErrors } from "./script-imports.ts";

const faultsOf = (script: string) => findImportErrors(script).map(({ message }) => message);
const missing = (line: number, name: string) =>
  `Line ${line}: the module "${name}" is not available: a script may import @playwright/test and Node's built-in modules`;

describe("the modules of a script", () => {
  test.each([
    `import { test, expect } from "@playwright/test";`,
    `import fs from "fs"; import { join } from "node:path"; import "node:sqlite";`,
    `import { chromium } from "playwright"; import type { Page } from "playwright-core";`,
    `import { expect } from "@playwright/test"; export * from "node:fs/promises";`,
    `const { test } = require("@playwright/test"); const c = await import("node:crypto");`,
    // Type-only imports are removed before the script runs.
    `import type { User } from "./types"; import { type Order } from "shop-types"; const u: User = null!;`,
    // Optional, or known only at run time.
    `try { require("dotenv").config(); await import("left-pad"); } catch {}`,
    `const name = ["a", "b"].join(""); require(name); await import(name);`,
    `await page.goto("/"); expect(page.url() as string).toBe("import x from 'left-pad'");`,
    "",
  ])("are available in %j", (script) => {
    expect(faultsOf(script)).toEqual([]);
  });

  test.each([
    ["a package", `import { test } from "@playwright/test";\nimport pad from "left-pad";`, 2, "left-pad"],
    ["a file of a repository", `import { LoginPage } from "./pages/login";`, 1, "./pages/login"],
    ["an import for its effects", `\n\nimport "dotenv/config";`, 3, "dotenv/config"],
    ["a re-export", `export { helper } from "../helper";`, 1, "../helper"],
    ["require", `const a = 1;\nconst x = require("axios");`, 2, "axios"],
    ["a dynamic import", `test("a", async () => {\n  await import("axios");\n});`, 2, "axios"],
    ["a name that starts like a known one", `import a from "@playwright/testing";`, 1, "@playwright/testing"],
    [
      "TypeScript",
      `interface User<T extends string = "a"> { name?: T }\nabstract class A { private readonly b!: number; constructor(protected c?: string) {} }\nimport pad from "left-pad";\nconst f = async <T,>(a: T): Promise<T> => a satisfies unknown as T;\npad(f!);`,
      3,
      "left-pad",
    ],
  ])("are reported as missing in %s, with the line", (_, script, line, name) => {
    expect(faultsOf(script)).toEqual([missing(line, name)]);
  });

  test("are all reported together, each once, in line order", () => {
    const script = `import b from "b";\nimport a from "a";\nrequire("c"); require("c");`;
    expect(faultsOf(script)).toEqual([missing(1, "b"), missing(2, "a"), missing(3, "c")]);
  });

  test("of a script with a syntax error are not reported here", () => {
    for (const script of [`import a from "left-pad"; const x: = 3;`, "(".repeat(50_000)]) {
      expect(faultsOf(script)).toEqual([]);
    }
  });
});
