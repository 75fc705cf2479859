import { COMMAND_GROUPS } from "./command-groups.ts";
import type { Terminal } from "./command-line/command-context.ts";
import { printable } from "./command-line/printable.ts";
import { runProgram } from "./command-line/program.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { version } from "./version.ts";

/**
 * The command line of the client: words → a command → an exit code. It knows only the contract of the HTTP API, and
 * nothing of the server behind it.
 */
export type Start = Terminal & { args: readonly string[] };

export async function main({ args, ...terminal }: Start): Promise<number> {
  try {
    return await runProgram(args, terminal, { version, groups: COMMAND_GROUPS });
  } catch (error) {
    const code = exitCodeOf(error);
    // Any other error is a bug, for which the stack is needed.
    if (code === null || !(error instanceof Error)) throw error;
    terminal.complain(printable(error.message));
    return code;
  }
}
