import ts from "typescript";
import type { SourceFile } from "../rules/source-file.ts";

/** A text of the dashboard's source that a person reads. */
export type SourceText = {
  /** The key of the catalogs: the English text, or `context|text`. */
  key: string;
  path: string;
  line: number;
};

export type TextsOfFile = {
  texts: SourceText[];
  /** Texts in the markup that no call translates. */
  untranslated: SourceText[];
};

/** Attributes whose text a person reads or hears. */
const READ_ATTRIBUTES = new Set(
  "alt aria-label aria-description caption description empty heading hint label lead note placeholder text title word".split(
    " ",
  ),
);
/** Elements whose content is code or a name in every language. */
const LITERAL_ELEMENTS = new Set(["code", "kbd", "Code", "pre", "samp"]);
const WORD = /\p{L}{2}/u;
/** What is written alike in every language: units, protocols, products, file names, variables, commands. */
const SAME_EVERYWHERE =
  /^(?:[^\p{L}]*(?:Vedette|URL|ms|px|kB|MB|UTC|GET|POST|https?:\/\/\S*|[\w.-]+@[\w.-]+|[\w-]+(?:\.[\w-]+)+|[A-Z]+(?:_[A-Z]+)*)[^\p{L}]*|-----BEGIN [A-Z ]+-----|(?:curl|vdt) .*)$/u;

/** Finds the texts of calls of `t` and `tContext` and of the element `Message`, and markup without them. */
export function textsOf(file: SourceFile): TextsOfFile {
  const { path, tree } = file;
  const found: TextsOfFile = { texts: [], untranslated: [] };
  const at = (node: ts.Node, key: string): SourceText => ({
    key,
    path,
    line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1,
  });

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) found.texts.push(...keysOf(node).map((key) => at(node, key)));
    if (isMessageText(node)) found.texts.push(...literalsOf(node.initializer).map((key) => at(node, key)));
    else if (isUntranslated(node)) found.untranslated.push(at(node, node.getText(tree).trim()));
    ts.forEachChild(node, visit);
  }

  visit(tree);
  return found;
}

function keysOf(call: ts.CallExpression): string[] {
  const [first, second] = call.arguments;
  if (!ts.isIdentifier(call.expression) || first === undefined) return [];
  if (call.expression.text === "t") return literalsOf(first);
  if (call.expression.text !== "tContext") return [];
  return literalsOf(first).flatMap((context) => literalsOf(second).map((text) => `${context}|${text}`));
}

/** The strings that an expression may be, as far as they are written there: a literal, or the two of a choice. */
function literalsOf(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  return [];
}

function isMessageText(node: ts.Node): node is ts.JsxAttribute {
  if (!ts.isJsxAttribute(node) || node.name.getText() !== "text") return false;
  const element = node.parent.parent;
  return element.tagName.getText() === "Message";
}

function isUntranslated(node: ts.Node): boolean {
  if (ts.isJsxText(node)) {
    const parent = node.parent;
    const isLiteral =
      ts.isJsxElement(parent) && LITERAL_ELEMENTS.has(parent.openingElement.tagName.getText());
    return !isLiteral && isWord(node.text);
  }
  if (!ts.isJsxAttribute(node) || !READ_ATTRIBUTES.has(node.name.getText())) return false;
  return (
    node.initializer !== undefined && ts.isStringLiteral(node.initializer) && isWord(node.initializer.text)
  );
}

function isWord(text: string): boolean {
  return WORD.test(text.replace(/&\w+;/g, "")) && !SAME_EVERYWHERE.test(text.trim());
}
