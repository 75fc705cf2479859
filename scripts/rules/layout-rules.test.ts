import { expect, test } from "vitest";
import { FOLDER_FILES_MAX, layoutViolations } from "./layout-rules.ts";

const findRules = (files: { path: string; text: string }[]) =>
  layoutViolations(files).map(({ rule }) => rule);
const makeFiles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `bench/many/file-${index}.ts`, text: "" }));

test("a folder has at most 25 source files", () => {
  expect(findRules(makeFiles(FOLDER_FILES_MAX))).toEqual([]);
  expect(findRules(makeFiles(FOLDER_FILES_MAX + 1))).toEqual(["folder-size"]);
});

test("a package exports a name once", () => {
  const exporting = (path: string) => ({ path, text: "\nexport type Window = number;\n" });
  const [a, b] = ["packages/server/src/a.ts", "packages/server/src/b/c.ts"];
  expect(layoutViolations([exporting(a), exporting(b)])).toMatchObject([
    { path: b, line: 2, rule: "export-name", remedy: expect.stringContaining(a) },
  ]);
  expect(findRules([exporting(a), exporting("packages/dashboard/src/a.ts")])).toEqual([]);
  expect(findRules([exporting(a), exporting("packages/server/src/a.test.ts")])).toEqual([]);
});
