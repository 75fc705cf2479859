import ts from "typescript";
import type { SourceFault } from "./source-rules.ts";

/**
 * Words of the private dialect that this codebase once had, and what to write instead. They are looked for in
 * comments, in texts and in Markdown, but not in names, and not between backticks.
 */
const INSTEAD: readonly [words: string, instead: string][] = [
  ["who(?:m)?ever|whosoever", 'name the role: "the user", "the caller"'],
  ["somebody|anybody|nobody", 'name the role, or write "no one"'],
  ["whatever", '"any" or "all", or name the thing'],
  ["anew", '"again", or a verb with re-'],
  ["of which|wherein|thereof", "two sentences"],
  ["hang(?:s|ing)? on|hung on", '"depends on"'],
  ["borne", '"tolerated" or "accepted"'],
  ["ma(?:de|ke|kes) good", '"fixed" or "undone"'],
  ["so often until|of no account|at one's|of old|ere|lest", "plain words"],
  ["told|tells?|telling", '"notify", "report", "log", "return" or "distinguish"'],
  ["stand(?:s|ing)?[- ]ins?(?: for)?", '"fallback"'],
  ["lanes?", '"queue"'],
  ["staff(?:ed)?", '"has a runner"'],
  ["happenings?", '"event"'],
  ["belie(?:fs?|ved?|ves)", '"cache entry" or "trusted"'],
  ["wish(?:es)?", '"request" or "input"'],
  ["troubles?", '"error", "problem" or "failure"'],
  ["in hand", '"in flight"'],
  ["mend(?:s|ed|ing)?", '"fix"'],
  ["he|his|him|himself", '"they", or the role'],
  ["pictures?", '"screenshot", "image" or "snapshot"'],
  ["folds?|folded|folding", '"roll up"'],
  ["heed(?:s|ed)?|reckon(?:s|ed)?|beholds?|unasked", "plain words"],
];

const BANNED = INSTEAD.map(([words, instead]) => ({
  pattern: new RegExp(`\\b(${words})\\b`, "gi"),
  instead,
}));

/** Banned words in the comments and texts of a TypeScript file, or in the prose of a Markdown file. */
export function bannedWords(path: string, text: string): SourceFault[] {
  const passages = path.endsWith(".md") ? [{ start: 0, text: withoutCode(text) }] : passagesOf(path, text);
  return passages.flatMap((passage) =>
    BANNED.flatMap(({ pattern, instead }) =>
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

/** Blanks out code, and keeps every position. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " "));
}

function passagesOf(path: string, text: string): Passage[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const passages = new Map<number, string>();
  const addComments = (position: number) => {
    const before = ts.getLeadingCommentRanges(text, position) ?? [];
    const behind = ts.getTrailingCommentRanges(text, position) ?? [];
    for (const { pos, end } of [...before, ...behind]) passages.set(pos, withoutCode(text.slice(pos, end)));
  };
  const visit = (node: ts.Node): void => {
    addComments(node.getFullStart());
    addComments(node.getEnd());
    if (isText(node)) passages.set(node.getStart(source), node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...passages].map(([start, passage]) => ({ start, text: passage }));
}

/** A string with a space in it is a text; a single word may be a value or a key. */
function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  if (ts.isStringLiteralLike(node)) return node.text.includes(" ");
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}
