import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** How a page was visited; times as wrk writes them. */
export type Visits = { perSecond: number; p99: string };

type Load = { url: string; seconds: number; connections: number; coding: string };

const execute = promisify(execFile);
const STEADY = fileURLToPath(new URL("./steady-visits-process.ts", import.meta.url));

/** As many requests as the server answers, by wrk with one thread. */
export async function visitAtFullSpeed({ url, seconds, connections, coding }: Load): Promise<Visits> {
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-H", `Accept-Encoding: ${coding}`];
  const { stdout } = await execute("wrk", [...args, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN),
    p99: /99%\s+(\S+)/.exec(stdout)?.[1] ?? "–",
  };
}

/** Requests at a constant rate; all must be answered. */
export async function visitSteadily(
  { url, seconds, connections, coding }: Load,
  ratePerSecond: number,
): Promise<Visits> {
  const args = [STEADY, url, String(ratePerSecond), String(seconds), String(connections), coding];
  const { stdout } = await execute(process.execPath, ["--disable-warning=ExperimentalWarning", ...args]);
  const { sent, answered } = JSON.parse(stdout) as { sent: number; answered: number };
  if (answered < sent) throw new Error(`${sent - answered} of ${sent} requests were not answered with 200`);
  return { perSecond: answered / seconds, p99: "–" };
}
