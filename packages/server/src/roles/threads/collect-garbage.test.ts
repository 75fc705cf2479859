import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = fileURLToPath(new URL("./collect-garbage.ts", import.meta.url));

/** Flags apply to a whole process, so it is one of its own. The second timer fires after the collection. */
const PROGRAM = `
import { collectStartGarbage } from ${JSON.stringify(MODULE)};
let garbage = Array.from({ length: 500_000 }, (_, nr) => ({ nr }));
const before = process.memoryUsage().heapUsed;
garbage = null;
collectStartGarbage({ afterMs: 1 });
setTimeout(() => console.log(process.memoryUsage().heapUsed < before / 2), 50);
`;

test("the garbage of a start is collected, with flags that this version of Node knows", async () => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", PROGRAM];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: "true", stderr: "" });
});
