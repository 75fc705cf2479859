import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import type { Terminal } from "../command-line/command-context.ts";

/** Prints a question and returns the line that the user types; an empty text at the end of the input. */
export async function ask(question: string, terminal: Terminal): Promise<string> {
  terminal.complain(question);
  const lines = createInterface({ input: Readable.from(terminal.openInput(), { objectMode: false }) });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}
