import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A web server that records the times of requests. */
export type Target = {
  readonly url: string;
  /** Epoch milliseconds of the requests by path. */
  readonly requests: ReadonlyMap<string, readonly number[]>;
  close(): Promise<void>;
};

/** Delay of paths that start with `/slow`, so that some checks are always in flight. */
const SLOW_MS = 300;

export async function startTarget(host = "127.0.0.1"): Promise<Target> {
  const requests = new Map<string, number[]>();
  const server = createServer(async ({ url = "/" }, response) => {
    const times = requests.get(url) ?? [];
    times.push(Date.now());
    requests.set(url, times);
    if (url.startsWith("/slow")) await pause(SLOW_MS);
    response.writeHead(200, { connection: "close" }).end("ok\n");
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type Silence = { longestMs: number; backAfterMs: number; silenced: number };

/** A monitor at 1 s is silent after this time without a request. A late slot alone takes less. */
const SILENCE_MS = 2_000;

/**
 * The silences of monitors at 1 s after `fromMs`: the longest one, when the last one ended (infinite if it did not), and
 * how many monitors had one.
 */
export function findSilences(
  target: Target,
  { paths, fromMs, toMs }: { paths: readonly string[]; fromMs: number; toMs: number },
): Silence {
  const found: Silence = { longestMs: 0, backAfterMs: 0, silenced: 0 };
  for (const path of paths) {
    const times = (target.requests.get(path) ?? []).filter((ms) => ms <= toMs);
    const ends = [...times, Number.POSITIVE_INFINITY];
    let wasSilent = false;
    for (const [index, ms] of ends.entries()) {
      const before = ends[index - 1] ?? ms;
      const lengthMs = Math.min(ms, toMs) - before;
      if (ms < fromMs) continue;
      found.longestMs = Math.max(found.longestMs, lengthMs);
      if (lengthMs <= SILENCE_MS) continue;
      wasSilent = true;
      found.backAfterMs = Math.max(found.backAfterMs, ms - fromMs);
    }
    found.silenced += wasSilent ? 1 : 0;
  }
  return found;
}

/** Numbers of requests in each second after `fromMs`, printed for the analysis of a fault. */
export function countPerSecond(
  target: Target,
  { paths, fromMs, toMs }: { paths: readonly string[]; fromMs: number; toMs: number },
): number[] {
  const seconds = new Array<number>(Math.ceil((toMs - fromMs) / 1_000)).fill(0);
  for (const ms of paths.flatMap((path) => target.requests.get(path) ?? [])) {
    const second = Math.floor((ms - fromMs) / 1_000);
    if (second >= 0 && second < seconds.length) seconds[second] = (seconds[second] ?? 0) + 1;
  }
  return seconds;
}
