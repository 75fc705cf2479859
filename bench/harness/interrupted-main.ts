import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startTarget } from "./nginx.ts";
import { treeOf } from "./process-usage.ts";
import { startVedette } from "./vedette.ts";

/** A bench that has just started what it measures with; for `interrupted.test.ts`, which ends it. */

const directory = mkdtempSync(join(process.argv[2] ?? "", "bench-"));
// Only the benches need nginx; a machine without it shows the rest.
const target = existsSync("/usr/sbin/nginx") ? await startTarget(directory) : null;
const vedette = await startVedette(join(directory, "data"), { env: { DATABASE_URL: undefined } });
process.stdout.write(
  `${JSON.stringify([...(target === null ? [] : treeOf(target.pid)), ...treeOf(vedette.pid)])}\n`,
);
setInterval(() => undefined, 60_000);
