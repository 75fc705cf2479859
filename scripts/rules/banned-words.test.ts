import { expect, test } from "vitest";
import { bannedWords } from "./banned-words.ts";
import { SourceFile } from "./source-file.ts";

const wordsIn = (path: string, text: string) => bannedWords(new SourceFile(path, text));
const linesOf = (path: string, text: string) => wordsIn(path, text).map(({ line }) => line);

test.each([
  ["a comment", "const a = 1;\n// Tells whoever asks.\n", [2, 2]],
  ["a docstring", "/**\n * Begins anew.\n */\nexport const a = 1;\n", [2]],
  ["a text", 'const label = "Notify somebody";\n', [1]],
  ["a template", ["const label = `$", "{count} pictures of it`;\n"].join(""), [1]],
])("finds them in %s", (_where, text, lines) => {
  expect(linesOf("packages/server/src/a.ts", text)).toEqual(lines);
});

test("finds them in JSX and in Markdown, and says what to write instead", () => {
  expect(linesOf("packages/dashboard/src/a.tsx", "export const A = () => <p>Nobody</p>;\n")).toEqual([1]);
  expect(wordsIn("docs/a.md", "One.\n\nA picture of it.\n")).toEqual([
    {
      path: "docs/a.md",
      line: 3,
      rule: "banned-word",
      remedy: '"picture" is not in the field\'s language. Write "screenshot", "image" or "snapshot".',
    },
  ]);
});

test("leaves names, values and code alone", () => {
  const code = 'const lane = fold("nobody");\n// The user `nobody` owns `his` files.\n';
  expect(linesOf("packages/server/src/a.ts", code)).toEqual([]);
  expect(linesOf("docs/a.md", "Run `tell`:\n\n```\ntell somebody\n```\n")).toEqual([]);
});
