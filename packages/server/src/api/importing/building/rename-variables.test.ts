import { expect, test } from "vitest";
import type { ImportedFile } from "../imported-file.ts";
import { renameVariables } from "./rename-variables.ts";

const FILE: ImportedFile = {
  project: "import:checkly",
  document: {
    version: 1,
    project: "import:checkly",
    secrets: { TOKEN: { env: "TOKEN" }, OTHER: { env: "OTHER" } },
    monitors: {
      shop: { name: "Shop", type: "url", url: "https://shop.example/{{TOKEN}}?\\{{TOKEN}}={{OTHER}}" },
    },
    journeys: {
      reads: { name: "Reads", script: "await page.goto(process.env.TOKEN ?? '');" },
      other: { name: "Other", script: "await page.goto(process.env.TOKENS ?? '');" },
    },
  },
  credentials: { "/secrets/TOKEN": "of the import", "/secrets/OTHER": "x" },
  report: {
    made: [{ kind: "variable", key: "TOKEN", name: "TOKEN", reasons: [] }],
    made_with_differences: [],
    not_made: [],
  },
};
const TAKEN = { path: ["secrets", "TOKEN", "name"], message: "is taken" };

test("a secret with a taken name has another one, wherever the import refers to it", () => {
  const { imported } = renameVariables(FILE, [TAKEN]);
  const [name = ""] = Object.keys(imported.document.secrets ?? {});
  expect(name).toMatch(/^TOKEN_[0-9a-f]{12}$/);
  expect(imported.document.monitors?.shop).toMatchObject({
    url: `https://shop.example/{{${name}}}?\\{{TOKEN}}={{OTHER}}`,
  });
  expect(imported.credentials).toEqual({ [`/secrets/${name}`]: "of the import", "/secrets/OTHER": "x" });
  expect(imported.report.made_with_differences).toMatchObject([{ kind: "variable", key: name, name }]);
});

test("a journey whose script has the name gets an error, and other errors stay", () => {
  const other = { path: ["monitors", "shop", "url"], message: "is not valid" };
  const { left } = renameVariables(FILE, [other, TAKEN]);
  expect(left).toEqual([
    other,
    {
      path: ["journeys", "reads", "script"],
      message: "reads 'TOKEN', and another variable has this name; rename one of them",
    },
  ]);
});

test("without taken names nothing changes", () => {
  expect(renameVariables(FILE, [])).toEqual({ imported: FILE, left: [] });
});
