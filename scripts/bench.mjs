// npm run bench [-- name [arguments]]: runs bench/<name>.ts, or all of them sequentially, under Node 24.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { runTied } from "./run-command.mjs";
import { afterSetup, ROOT, SetupError } from "./setup.mjs";

const FOLDER = join(ROOT, "bench");

await afterSetup(async (node) => {
  const [name, ...args] = process.argv.slice(2);
  const known = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => file.slice(0, -".ts".length));
  if (name !== undefined && !known.includes(name)) {
    throw new SetupError(`Unknown benchmark "${name}": use one of ${known.join(", ")}.`);
  }
  for (const each of name === undefined ? known : [name]) {
    const { code, isInterrupted } = await runTied(node, [join(FOLDER, `${each}.ts`), ...args], {
      cwd: ROOT,
    });
    if (code !== 0) process.exitCode = code;
    if (isInterrupted) break;
  }
});
