import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "./nginx.ts";
import { nameOf, treeOf, type Usage, usageOf } from "./process-usage.ts";
import { spawnTied } from "./tied-process.ts";

/** The real process, as `npm start` runs it, without rate limits. */
export type Vedette = {
  url: string;
  key: string;
  pid: number;
  request<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Separately for Node and PostgreSQL. */
  usage(): { node: Usage; postgres: Usage };
  stop(): Promise<void>;
  kill9(): Promise<void>;
};

const VEDETTE = fileURLToPath(new URL("../../packages/server/bin/vedette.mjs", import.meta.url));
const READY_TIMEOUT_MS = 60_000;

/** `key` is from an earlier start with the same data, because it is printed only once. */
export async function startVedette(
  data: string,
  { key, env }: { key?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Vedette> {
  const port = await freePort();
  const child = spawnTied(process.execPath, [VEDETTE, "serve"], {
    env: {
      ...process.env,
      PORT: String(port),
      VEDETTE_DATA: data,
      VEDETTE_LOG_LEVEL: "warn",
      VEDETTE_RATE_LIMIT_PER_MINUTE: "0",
      VEDETTE_RATE_LIMIT_ORGANIZATION_PER_MINUTE: "0",
      VEDETTE_RATE_LIMIT_PINGS_PER_MINUTE: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("the service has no standard output");
  const text = await readyText(child.stdout);
  const found = /vdt_agent_\w+/.exec(text)?.[0] ?? key;
  if (!found) throw new Error("the service printed no key");
  const url = `http://127.0.0.1:${port}`;
  const pid = child.pid ?? 0;
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  return {
    url,
    key: found,
    pid,
    request: (method, path, body) => request(`${url}/api/v1${path}`, { method, key: found, body }),
    usage: () => {
      const tree = treeOf(pid);
      const isPostgres = (each: number) => nameOf(each).startsWith("postgres");
      return {
        node: usageOf(tree.filter((each) => !isPostgres(each))),
        postgres: usageOf(tree.filter(isPostgres)),
      };
    },
    stop: () => end("SIGTERM"),
    kill9: () => end("SIGKILL"),
  };
}

/** Creates monitors with a few concurrent requests and returns their ids in order. */
export async function createMonitors(
  vedette: Vedette,
  bodies: readonly Record<string, unknown>[],
): Promise<string[]> {
  const ids = new Array<string>(bodies.length);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < bodies.length; at = next++) {
      const response = await vedette.request<{ data: { id: string } }>("POST", "/monitors", bodies[at]);
      ids[at] = response.data.id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return ids;
}

async function request<T>(
  url: string,
  { method, key, body }: { method: string; key: string; body?: unknown },
): Promise<T> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

function readyText(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${text}`)), READY_TIMEOUT_MS);
    stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes("running at") || !text.endsWith("\n\n")) return;
      clearTimeout(timer);
      resolve(text);
    });
    stdout.on("end", () => reject(new Error("the service ended at its start")));
  });
}
