import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError } from "./exit-codes.ts";

/** Asks one question on the terminal of this process. A hidden answer is not echoed. */
export async function askOnTerminal(question: string, { isHidden }: { isHidden: boolean }): Promise<string> {
  // Readline echoes to its output, except for a hidden answer.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({
    input: process.stdin,
    output: isHidden ? silent : process.stderr,
    terminal: true,
    historySize: 0,
  });
  // The kernel echoes until readline has switched the terminal to raw mode, so the question comes after it.
  process.stderr.write(question);
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new UsageError("Stopped."));
  reader.once("SIGINT", stop).once("close", stop);
  try {
    return (await Promise.race([reader.question(""), stopped.promise])).trim();
  } finally {
    reader.close();
    if (isHidden) process.stderr.write("\n");
  }
}
