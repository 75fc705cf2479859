import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SCRIPT = fileURLToPath(new URL("./floor-process.ts", import.meta.url));

/** CPU milliseconds that one bare check costs at this rate, start of the process left out by a long run. */
export async function measureFloor(url: string, rate: number, seconds: number): Promise<number> {
  const args = ["--disable-warning=ExperimentalWarning", SCRIPT, url, String(rate), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { done, cpuMs, failed } = JSON.parse(stdout) as { done: number; cpuMs: number; failed: number };
  if (failed > done / 100) throw new Error(`${failed} of ${done} bare checks failed`);
  return cpuMs / done;
}
