// npm run check: all static checks. They run in parallel, and every error is reported. Needs no database, and no network
// after the dependencies are installed.
import process from "node:process";
import { runQuietly } from "./run-command.mjs";
import { afterSetup, ROOT } from "./setup.mjs";

/** The checks by name: a program in node_modules, or one of our scripts, with its arguments. */
const CHECKS = [
  { name: "format and lint", args: ["node_modules/@biomejs/biome/bin/biome", "ci", "--colors=off", "."] },
  { name: "promises", args: ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings", "."] },
  // Each further checker would infer the types of the contract's schemas again.
  { name: "types", args: ["node_modules/typescript-7/bin/tsc", "--noEmit", "--checkers", "1", "-p", "."] },
  // A separate project, because the browser types must not be visible to the server.
  {
    name: "types of the dashboard",
    args: ["node_modules/typescript-7/bin/tsc", "--noEmit", "--checkers", "1", "-p", "packages/dashboard"],
  },
  {
    name: "import rules",
    args: [
      // It needs 250 MB, which is the default limit of Node on small machines.
      "--max-old-space-size=1024",
      "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
      "--output-type",
      "err-long",
      "packages",
    ],
  },
  { name: "unused code", args: ["node_modules/knip/bin/knip.js", "--no-progress"] },
  { name: "source rules", args: ["scripts/check-source.ts"] },
  { name: "generated docs", args: ["scripts/generate-docs.ts", "--check"] },
];

/** Less garbage collection of the checkers that are written in Go, for up to an eighth more memory. */
const ENV = { GOGC: "400", ...process.env };

await afterSetup(async (node) => {
  const results = await Promise.all(
    CHECKS.map(async ({ name, args }) => {
      const result = await runQuietly(node, args, { cwd: ROOT, env: ENV });
      process.stdout.write(
        `${result.code === 0 ? "ok    " : "FAILED"}  ${result.seconds.toFixed(1).padStart(5)} s  ${name}\n`,
      );
      return { name, ...result };
    }),
  );
  const failed = results.filter((result) => result.code !== 0);
  for (const { name, output } of failed) process.stdout.write(`\n── ${name}\n${output.trimEnd()}\n`);
  if (failed.length === 0) return;
  process.stdout.write(`\nFailed: ${failed.map(({ name }) => name).join(", ")}.\n`);
  process.exitCode = 1;
});
