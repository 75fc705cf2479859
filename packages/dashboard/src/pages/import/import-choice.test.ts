import { expect, test } from "vitest";
import { formOf, NO_SOURCE, readEnv, sourceError } from "./import-choice.ts";

test("lines of variables are read with and without quotes, and other lines are ignored", () => {
  expect(readEnv("A=1\nexport B='x y'\n# C=2\nD = \"z=1\" \n\nE=")).toEqual({
    A: "1",
    B: "x y",
    D: "z=1",
    E: "",
  });
});

test("nothing chosen and files that are too large are named", () => {
  expect(sourceError(NO_SOURCE)).toBe("Choose a file first.");
  expect(sourceError({ ...NO_SOURCE, kind: "list", text: "a.example" })).toBeNull();
  const large = new File([new Uint8Array(1)], "a.json");
  Object.defineProperty(large, "size", { value: 53_000_000 });
  expect(sourceError({ ...NO_SOURCE, kind: "checkly", files: [large] })).toContain("50 MiB");
  expect(sourceError({ ...NO_SOURCE, kind: "kuma", files: [large] })).toBeNull();
});

test("the form has the files with their paths and the options that are set", () => {
  const file = new File(["a"], "b.yaml");
  Object.defineProperty(file, "webkitRelativePath", { value: "gatus/nested/b.yaml" });
  const form = formOf({ ...NO_SOURCE, kind: "gatus", files: [file], env: "A=1", isPaused: true }, true);
  const entries = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
  expect(entries).toEqual([
    ["dry_run", "true"],
    ["enabled", "false"],
    ["env", '{"A":"1"}'],
    ["file", "nested/b.yaml"],
  ]);
});
