import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makeBenchFolder } from "./folder.ts";
import { startTarget } from "./nginx.ts";
import { treeOf } from "./process-usage.ts";
import { startVedette } from "./vedette.ts";

/** A benchmark that has just started its processes, for `interrupted.test.ts`, which ends it. */

const directory = makeBenchFolder(process.argv[2]);
// The test also works without nginx, which only benchmarks need.
const target = existsSync("/usr/sbin/nginx") ? await startTarget(directory) : null;
// Outside the folder of the benchmark, so that each test after the first one starts with an initialized database.
const data = join(process.argv[2] ?? directory, "data");
const vedette = await startVedette(data, { key: "unused", env: { DATABASE_URL: undefined } });
const pids = [process.pid, ...(target === null ? [] : treeOf(target.pid)), ...treeOf(vedette.pid)];
process.stdout.write(`${JSON.stringify(pids)}\n`);
setInterval(() => undefined, 60_000);
