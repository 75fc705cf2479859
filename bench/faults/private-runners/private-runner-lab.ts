import { join } from "node:path";
import process from "node:process";
import { createLab } from "../../../e2e/harness/lab.ts";
import { VEDETTE, type Vedette } from "../../../e2e/harness/vedette.ts";
import { createNamespace, type Namespace } from "../../scale/namespace.ts";
import { type ControlledTarget, startControlledTarget } from "../measuring/controlled-target.ts";
import { mustBecome } from "../measuring/verdicts.ts";
import { startTlsProxy } from "./tls-proxy.ts";

export type Transport = "http" | "https";
export const TRANSPORTS: readonly Transport[] = ["http", "https"];

/** A server, and two private runners that reach it over a link that can be cut: one over HTTP, one over HTTPS. */
export type PrivateRunnerLab = {
  readonly dataDir: string;
  readonly vedette: Vedette;
  readonly target: ControlledTarget;
  readonly runners: readonly Vedette[];
  /** Drops all packets between the runners and the server. The target stays reachable. */
  cut(): void;
  heal(): void;
  close(): Promise<void>;
};

export const locationOf = (transport: Transport) => `home-${transport}`;

/** `subnet` as in `createNamespace`. */
export async function startPrivateRunnerLab(folder: string, subnet: number): Promise<PrivateRunnerLab> {
  const ends: (() => Promise<void>)[] = [];
  const space = createNamespace(subnet);
  ends.push(async () => space.remove());
  const lab = createLab((work) => ends.push(work));
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const target = await startControlledTarget(space.host);
    ends.push(() => target.close());
    const dataDir = await lab.emptyDataDir();
    const vedette = await lab.start({ dataDir });
    const port = Number(new URL(vedette.url).port);
    const proxy = await startTlsProxy(join(folder, "proxy"), { host: space.host, upstream: vedette.url });
    ends.push(() => proxy.stop());
    const servers = { http: `http://${space.host}:${port}`, https: proxy.url };
    const options = { http: ["--insecure-http"], https: ["--ca", proxy.ca] };
    const runners = TRANSPORTS.map(async (transport) =>
      lab.start({
        dataDir: await lab.emptyDataDir(),
        command: [
          ...[...space.prefix, process.execPath, VEDETTE, "runner", "--name", transport],
          ...["--server", servers[transport], ...options[transport]],
        ],
        env: { VEDETTE_KEY: await createRunnerKey(vedette, transport) },
      }),
    );
    const running = await Promise.all(runners);
    await mustBecome("both runners are online", async () => (await countOnline(vedette)) === 2);
    const ports = [port, proxy.port];
    return {
      ...{ dataDir, vedette, target, runners: running, close },
      cut: () => cutAll(space, ports),
      heal: () => space.heal(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The number of private locations that have a runner. */
export async function countOnline(vedette: Vedette): Promise<number> {
  const { body } = await vedette.request("GET", "/api/v1/locations");
  const { data = [] } = body as { data?: { private: boolean; runners: number }[] };
  return data.filter(({ private: isPrivate, runners }) => isPrivate && runners > 0).length;
}

function cutAll(space: Namespace, ports: readonly number[]): void {
  for (const port of ports) space.cut(port);
}

async function createRunnerKey(vedette: Vedette, transport: Transport): Promise<string> {
  const wanted = { name: transport, scope: "runner", location: locationOf(transport) };
  const { status, body, text } = await vedette.request("POST", "/api/v1/api-keys", wanted);
  if (status !== 201) throw new Error(`the key was rejected: ${text}`);
  return (body as { data: { key: string } }).data.key;
}
