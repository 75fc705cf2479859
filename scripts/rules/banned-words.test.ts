import { expect, test } from "vitest";
import { bannedWords } from "./banned-words.ts";
import { SourceFile } from "./source-file.ts";

const findWords = (path: string, text: string) => bannedWords(new SourceFile(path, text));
const findLines = (path: string, text: string) => findWords(path, text).map(({ line }) => line);

test.each([
  ["a comment", "const a = 1;\n// Tells whoever asks.\n", [2, 2]],
  ["a docstring", "/**\n * Begins anew.\n */\nexport const a = 1;\n", [2]],
  ["a text", 'const label = "Notify somebody";\n', [1]],
  ["a template", ["const label = `$", "{count} pictures of it`;\n"].join(""), [1]],
])("finds banned words in %s", (_where, text, lines) => {
  expect(findLines("packages/server/src/a.ts", text)).toEqual(lines);
});

test("finds them in JSX and Markdown, and suggests alternatives", () => {
  expect(findLines("packages/dashboard/src/a.tsx", "export const A = () => <p>Nobody</p>;\n")).toEqual([1]);
  expect(findWords("docs/a.md", "One.\n\nA picture of it.\n")).toEqual([
    {
      path: "docs/a.md",
      line: 3,
      rule: "banned-word",
      remedy: '"picture" is not in the field\'s language. Write "screenshot", "image" or "snapshot".',
    },
  ]);
});

test("ignores names, values and code", () => {
  const code = 'const lane = fold("nobody");\n// The user `nobody` owns `his` files.\n';
  expect(findLines("packages/server/src/a.ts", code)).toEqual([]);
  expect(findLines("docs/a.md", "Run `tell`:\n\n```\ntell somebody\n```\n")).toEqual([]);
});
