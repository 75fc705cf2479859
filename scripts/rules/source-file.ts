import ts from "typescript";

/** No rule needs the structure of docstrings, and parsing them takes more than half of the time. */
const PARSING: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** A file of the checkout. Its syntax is parsed once, at the first rule that needs it. */
export class SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  #tree: ts.SourceFile | null = null;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Each node has its parent. */
  get tree(): ts.SourceFile {
    this.#tree ??= ts.createSourceFile(this.path, this.text, PARSING, true);
    return this.#tree;
  }

  get lineCount(): number {
    return this.text.split("\n").length - (this.text.endsWith("\n") ? 1 : 0);
  }
}
