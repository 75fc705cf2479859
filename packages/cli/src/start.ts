import process from "node:process";
import "./older-node.ts";
import { main } from "./main.ts";

/** The process of `vdt`: its arguments, streams and exit code. */

// `vdt … | head` closes the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await main({
  args: process.argv.slice(2),
  env: process.env,
  folder: process.cwd(),
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  // See https://no-color.org.
  hasColors: process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb",
  openInput: () => process.stdin,
  ask: process.stdin.isTTY
    ? async (question, options) => (await import("./terminal-prompt.ts")).askOnTerminal(question, options)
    : null,
});
