import ts from "typescript";
import type { SourceFile } from "./source-file.ts";
import type { SourceViolation } from "./source-rules.ts";

/**
 * Words that are not standard technical English, and what to write instead. The rule searches comments, texts and
 * Markdown, but not names and not text between backticks.
 */
const INSTEAD: readonly [words: RegExp, instead: string][] = [
  [/\b(who(?:m)?ever|whosoever)\b/gi, 'name the role: "the user", "the caller"'],
  [/\b(somebody|anybody|nobody)\b/gi, 'name the role, or write "no one"'],
  [/\b(whatever)\b/gi, '"any" or "all", or name the thing'],
  [/\b(anew)\b/gi, '"again", or a verb with re-'],
  [/\b(of which|wherein|thereof)\b/gi, "two sentences"],
  [/\b(hang(?:s|ing)? on|hung on)\b/gi, '"depends on"'],
  [/\b(borne)\b/gi, '"tolerated" or "accepted"'],
  [/\b(ma(?:de|ke|kes) good)\b/gi, '"fixed" or "undone"'],
  [/\b(so often until|of no account|at one's|of old|ere|lest)\b/gi, "plain words"],
  [/\b(told|tells?|telling)\b/gi, '"notify", "report", "log", "return" or "distinguish"'],
  [/\b(stand(?:s|ing)?[- ]ins?(?: for)?)\b/gi, '"fallback"'],
  [/\b(lanes?)\b/gi, '"queue"'],
  [/\b(staff(?:ed)?)\b/gi, '"has a runner"'],
  [/\b(happenings?)\b/gi, '"event"'],
  [/\b(belie(?:fs?|ved?|ves))\b/gi, '"cache entry" or "trusted"'],
  [/\b(wish(?:es)?)\b/gi, '"request" or "input"'],
  [/\b(troubles?)\b/gi, '"error", "problem" or "failure"'],
  [/\b(in hand)\b/gi, '"in flight"'],
  [/\b(mend(?:s|ed|ing)?)\b/gi, '"fix"'],
  [/\b(he|his|him|himself)\b/gi, '"they", or the role'],
  [/\b(pictures?)\b/gi, '"screenshot", "image" or "snapshot"'],
  [/\b(folds?|folded|folding)\b/gi, '"roll up"'],
  [/\b(heed(?:s|ed)?|reckon(?:s|ed)?|beholds?|unasked)\b/gi, "plain words"],
];

/** Banned words in the comments and texts of a TypeScript file, or in the prose of a Markdown file. */
export function bannedWords(file: SourceFile): SourceViolation[] {
  const { path, text } = file;
  const passages = path.endsWith(".md") ? [{ start: 0, text: withoutCode(text) }] : findPassages(file);
  return passages.flatMap((passage) =>
    INSTEAD.flatMap(([pattern, instead]) =>
      [...passage.text.matchAll(pattern)].map((match) => ({
        path,
        line: text.slice(0, passage.start + match.index).split("\n").length,
        rule: "banned-word",
        remedy: `"${match[0]}" is not in the field's language. Write ${instead}.`,
      })),
    ),
  );
}

type Passage = { start: number; text: string };

/** Replaces code with spaces, so that positions stay the same. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " "));
}

function findPassages({ text, tree }: SourceFile): Passage[] {
  const passages = new Map<number, string>();
  const addComments = (position: number) => {
    const before = ts.getLeadingCommentRanges(text, position) ?? [];
    const after = ts.getTrailingCommentRanges(text, position) ?? [];
    for (const { pos, end } of [...before, ...after]) passages.set(pos, withoutCode(text.slice(pos, end)));
  };
  const visit = (node: ts.Node): void => {
    addComments(node.getFullStart());
    addComments(node.getEnd());
    if (isText(node)) passages.set(node.getStart(tree), node.getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...passages].map(([start, passage]) => ({ start, text: passage }));
}

/** A string with a space in it is a text; a single word may be a value or a key. */
function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  if (ts.isStringLiteralLike(node)) return node.text.includes(" ");
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}
