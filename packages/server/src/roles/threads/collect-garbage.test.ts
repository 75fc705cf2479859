import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = fileURLToPath(new URL("./collect-garbage.ts", import.meta.url));

/** Flags apply to a whole process, so each program is one of its own. It prints how much of its garbage is left. */
async function run(program: string): Promise<{ stdout: string; stderr: string }> {
  const text = `
    import { setTimeout as pause } from "node:timers/promises";
    import { collectGarbage } from ${JSON.stringify(MODULE)};
    const makeGarbage = () => Array.from({ length: 500_000 }, (_, nr) => ({ nr }));
    const used = () => process.memoryUsage().heapUsed;
    const waitUntil = async (isTrue) => { while (!isTrue()) await pause(5); };
    let garbage = makeGarbage();
    let before = used();
    ${program}`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", text];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
  return { stdout: stdout.trim(), stderr };
}

test("the garbage of a start is collected, with flags that this version of Node knows", async () => {
  const program = `
    garbage = null;
    collectGarbage({ afterMs: 1 });
    await waitUntil(() => used() < before / 2);
    console.log("collected");`;
  expect(await run(program)).toEqual({ stdout: "collected", stderr: "" });
});

test("what gathers later is collected too, when the thread has little to do", async () => {
  const program = `
    let isBusy = true;
    let asked = 0;
    let ofStart = makeGarbage();
    before = used();
    ofStart = null;
    collectGarbage({ afterMs: 1, pauseMs: 100, lookEveryMs: 100, isBusy: () => { asked += 1; return isBusy; } });
    await waitUntil(() => used() < before * 0.7);
    // In the old generation, which V8 leaves alone while so little happens.
    let later = makeGarbage();
    before = used();
    later = null;
    asked = 0;
    await waitUntil(() => asked >= 3);
    console.log(used() > before / 2);
    isBusy = false;
    await waitUntil(() => used() < before * 0.7);
    console.log("collected", garbage.length);`;
  expect(await run(program)).toEqual({ stdout: "true\ncollected 500000", stderr: "" });
});
