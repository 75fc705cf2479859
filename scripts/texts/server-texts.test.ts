import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { GERMAN_SERVER_TEXTS } from "../../packages/dashboard/src/language/server-texts/german-server-texts.ts";
import { createServerTexts } from "../../packages/dashboard/src/language/server-texts/server-texts.ts";

/** The translated texts of the server are those that the server has. */

const ROOT = join(import.meta.dirname, "../..");
/** In place of a value. */
const VALUE = "4";
/** Clauses that say nothing without their values, such as the name of a type. */
const ALL_VALUES = /^must be 4$|4 4$/;

const translate = createServerTexts(GERMAN_SERVER_TEXTS);

test("each clause about a field of the contract has a German translation", () => {
  const clauses = sourcesOf("contract")
    .flatMap(textsOf)
    .filter((text) => /^must [a-z]/.test(text) && !ALL_VALUES.test(text));
  expect(clauses.length).toBeGreaterThan(150);
  expect(clauses.filter((clause) => translate(clause) === clause)).toEqual([]);
});

test("each translation belongs to a text of the server", () => {
  const all = ["contract", "server"].flatMap(sourcesOf).join("\n");
  // The server puts some texts together from parts, so two words in a row are looked for.
  const isKnown = (key: string) =>
    key.split(/\{[a-z]+\}/).some((part) => runsOf(part).some((run) => all.includes(run)));
  expect(Object.keys(GERMAN_SERVER_TEXTS).filter((key) => !isKnown(key))).toEqual([]);
});

function runsOf(part: string): string[] {
  const words = part.trim().replace(/[.]$/, "").split(" ");
  if (words.length === 1) return words.filter((word) => word !== "");
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/** The content of all modules of a package. */
function sourcesOf(packageName: string): string[] {
  const entries = readdirSync(join(ROOT, "packages", packageName, "src"), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name));
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** The strings and templates of a module, with a sample for each value. */
function textsOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      found.push(node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join(""));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest));
  return found;
}
