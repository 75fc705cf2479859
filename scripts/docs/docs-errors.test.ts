import { expect, test } from "vitest";
import { reasonErrors } from "./dependency-errors.ts";
import { errorsPage } from "./errors-page.ts";
import { pageErrors } from "./link-errors.ts";

test("requires a row for every dependency, and a dependency for every row", () => {
  const manifests = [
    { dependencies: { a: "1", "@vedette/contract": "1" } },
    { devDependencies: { b: "1" }, optionalDependencies: { c: "1" } },
  ];
  const page = "| Package | Reason |\n| --- | --- |\n| `a` | for a |\n| `c` | for c |\n| `gone` | once |\n";
  expect(reasonErrors(manifests, page)).toEqual([
    "docs/adr/dependencies.md has no row for b: add one with its purpose.",
    "docs/adr/dependencies.md has a row for gone, which no package.json contains: remove it.",
  ]);
});

test("rejects broken links and missing files outside of examples", () => {
  const existing = new Set(["docs/guide/api.md", "packages/server/src/platform/kernel/clock.ts"]);
  const text = [
    "[good](guide/api.md#errors) [web](https://example.com) [bad](guide/gone.md)",
    "`platform/kernel/clock.ts` and `kernel/gone.ts`",
    "```\n[example](nowhere.md)\n```",
  ].join("\n");
  expect(pageErrors("docs/page.md", text, (path) => existing.has(path))).toEqual([
    "docs/page.md links to guide/gone.md, which does not exist.",
    "docs/page.md names kernel/gone.ts, which does not exist.",
  ]);
});

test("lists every error code, and escapes any cell content", () => {
  const rows = errorsPage()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows)
    expect(
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .every((cell) => cell.trim() !== ""),
    ).toBe(true);
});
