import { type Node, Parser, type Program, tokTypes } from "acorn";

export type Unreadable = { fault: string; line: number };

/** The syntax of a recorded script, or why there is none. */
export function parseScript(source: string): Program | Unreadable {
  try {
    return ScriptParser.parse(source, {
      ecmaVersion: "latest",
      sourceType: "module",
      locations: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
  } catch (error) {
    if (error instanceof SyntaxError) {
      const { line } = (error as SyntaxError & { loc?: { line: number } }).loc ?? { line: 1 };
      return { line, fault: `it cannot be read as JavaScript: ${error.message}` };
    }
    // The parser recurses.
    if (error instanceof RangeError) return { line: 1, fault: "its brackets are nested too deeply" };
    throw error;
  }
}

/** What acorn lets its extensions use, and does not declare. */
type Extensible = new (
  ...args: unknown[]
) => {
  type: unknown;
  value: unknown;
  next(): void;
  canInsertSemicolon(): boolean;
  parseSubscript(base: Node, ...rest: unknown[]): Node;
};

/**
 * JavaScript with the one mark of TypeScript that people put into recorded scripts: `process.env.NAME!`. The
 * casts say what acorn documents for extensions: that the class given is the parser, with these methods.
 */
const ScriptParser = Parser.extend((Base) => {
  class WithAssertions extends (Base as unknown as Extensible) {
    override parseSubscript(base: Node, ...rest: unknown[]): Node {
      const isAssertion = this.type === tokTypes.prefix && this.value === "!" && !this.canInsertSemicolon();
      if (!isAssertion) return super.parseSubscript(base, ...rest);
      this.next();
      return this.parseSubscript(base, ...rest);
    }
  }
  return WithAssertions as unknown as typeof Parser;
});
