import { expect, test } from "vitest";
import { directionViolations } from "./direction-rules.ts";
import { SourceFile } from "./source-file.ts";

const PATH = "packages/dashboard/src/components/card.tsx";
const remedies = (classes: string, path = PATH) =>
  directionViolations(new SourceFile(path, `const x = <p className="${classes}" />;`)).map(
    ({ remedy }) => remedy,
  );

test.each([
  ["ml-2", "write ms instead of ml."],
  ["grid md:pr-1.5 gap-2", "write pe instead of pr."],
  ["max-md:first:-left-[3px]", "write start instead of left."],
  ["border-l", "write border-s instead of border-l."],
  ["rounded-tr-lg", "write rounded-se instead of rounded-tr."],
  ["truncate text-right", "write text-end instead of text-right."],
])("the class %s names a side", (classes, remedy) => {
  expect(remedies(classes)).toEqual([remedy]);
});

test.each(["ms-2 pe-1 start-0 text-end rounded-ss-lg border-s", "mx-auto inset-x-0", "left", "prose plain"])(
  "the classes %s name none",
  (classes) => {
    expect(remedies(classes)).toEqual([]);
  },
);

test("classes within a template are found, and those of other packages are not", () => {
  const text = `const x = \`grid \${a} pl-2 \${b}\`;`;
  expect(directionViolations(new SourceFile(PATH, text))).toMatchObject([
    { line: 1, rule: "logical-classes" },
  ]);
  expect(remedies("ml-2", "packages/server/src/card.tsx")).toEqual([]);
});
