import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makeBenchFolder } from "./folder.ts";
import { startTarget } from "./nginx.ts";
import { treeOf } from "./process-usage.ts";
import { startVedette } from "./vedette.ts";

/** A bench that has just started what it measures with; for `interrupted.test.ts`, which ends it. */

const directory = makeBenchFolder(process.argv[2]);
// Only the benches need nginx; a machine without it shows the rest.
const target = existsSync("/usr/sbin/nginx") ? await startTarget(directory) : null;
const vedette = await startVedette(join(directory, "data"), { env: { DATABASE_URL: undefined } });
const pids = [process.pid, ...(target === null ? [] : treeOf(target.pid)), ...treeOf(vedette.pid)];
process.stdout.write(`${JSON.stringify(pids)}\n`);
setInterval(() => undefined, 60_000);
