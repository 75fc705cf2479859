import { tsPlugin } from "@sveltejs/acorn-typescript";
import { type Options, Parser, type Program } from "acorn";
import { eraseTypes } from "./recorded-script-types.ts";

export type Unreadable = { error: string; line: number };

const OPTIONS: Options = {
  ecmaVersion: "latest",
  sourceType: "module",
  locations: true,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
};

/**
 * Parses a recorded script and removes its types, or returns why that is not possible. JavaScript is tried first: the
 * recorder writes JavaScript, and `a < b > (c)` has a different meaning in TypeScript.
 */
export function parseScript(source: string): Program | Unreadable {
  const program = attempt(() => Parser.parse(source, OPTIONS));
  if (!("error" in program) || program.isTooDeep) return program;
  return attempt(() => eraseTypes(TypeScriptParser.parse(source, OPTIONS)));
}

const TypeScriptParser = Parser.extend(tsPlugin());

function attempt(parse: () => Program): Program | (Unreadable & { isTooDeep: boolean }) {
  try {
    return parse();
  } catch (error) {
    // The parsers recurse; the newer one reports a stack overflow as a syntax error.
    const isTooDeep =
      error instanceof RangeError || (error instanceof SyntaxError && /stack space/.test(error.message));
    if (isTooDeep) return { line: 1, error: "its brackets are nested too deeply", isTooDeep };
    if (!(error instanceof SyntaxError)) throw error;
    const { line } = (error as SyntaxError & { loc?: { line: number } }).loc ?? { line: 1 };
    return { line, error: `it cannot be parsed as JavaScript or TypeScript: ${error.message}`, isTooDeep };
  }
}
