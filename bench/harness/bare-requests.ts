import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SCRIPT = fileURLToPath(new URL("./bare-requests-process.ts", import.meta.url));

/** CPU milliseconds per bare request at this rate. A long run makes the start of the process negligible. */
export async function measureBareRequests(url: string, rate: number, seconds: number): Promise<number> {
  const args = ["--disable-warning=ExperimentalWarning", SCRIPT, url, String(rate), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { done, cpuMs, failed } = JSON.parse(stdout) as { done: number; cpuMs: number; failed: number };
  if (failed > done / 100) throw new Error(`${failed} of ${done} bare requests failed`);
  return cpuMs / done;
}
