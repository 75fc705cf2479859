import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Vedette } from "../harness/vedette.ts";

export type Scrape = { tookMs: number; firstByteMs: number; nodeMs: number; delayMs: number };

/** `first` is the scrape of a process that has read no figures yet. */
export type MeasuredScrape = {
  first: Scrape;
  others: Scrape[];
  samples: number;
  bytes: number;
  compressedBytes: number;
};

const SCRAPE_EVERY_MS = 15_000;

/** Scrapes as Prometheus does, while another client sends small requests one after the other. */
export async function measureScrapes(
  vedette: Vedette,
  { rounds }: { rounds: number },
): Promise<MeasuredScrape> {
  const agent = new Agent({ keepAlive: true });
  const scrape = async () => {
    const state = { isDone: false };
    const delays = slowestRequest(vedette, agent, state);
    const before = vedette.usage().node.cpuMs;
    const found = await request(vedette, { agent, path: "/api/v1/metrics" });
    state.isDone = true;
    const nodeMs = vedette.usage().node.cpuMs - before;
    return { ...found, nodeMs, delayMs: await delays };
  };
  const first = await scrape();
  const others: Scrape[] = [];
  for (let nr = 0; nr < rounds; nr += 1) {
    await wait(SCRAPE_EVERY_MS);
    others.push(await scrape());
  }
  const text = gunzipSync(first.body).toString();
  agent.destroy();
  return {
    ...{ first, others, bytes: text.length, compressedBytes: first.body.length },
    samples: text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length,
  };
}

async function slowestRequest(vedette: Vedette, agent: Agent, state: { isDone: boolean }): Promise<number> {
  let slowestMs = 0;
  while (!state.isDone) {
    const { tookMs } = await request(vedette, { agent, path: "/healthz" });
    slowestMs = Math.max(slowestMs, tookMs);
    await wait(1);
  }
  return slowestMs;
}

function request(
  { url, key }: Vedette,
  { agent, path }: { agent: Agent; path: string },
): Promise<{ body: Buffer; tookMs: number; firstByteMs: number }> {
  const startedMs = performance.now();
  const headers = { authorization: `Bearer ${key}`, "accept-encoding": "gzip" };
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      let firstByteMs = 0;
      response.on("data", (chunk: Buffer) => {
        if (chunks.length === 0) firstByteMs = performance.now() - startedMs;
        chunks.push(chunk);
      });
      response.on("end", () => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        resolve({ body: Buffer.concat(chunks), tookMs: performance.now() - startedMs, firstByteMs });
      });
      response.on("error", reject);
    }).on("error", reject);
  });
}
