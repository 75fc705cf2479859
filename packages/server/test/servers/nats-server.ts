import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/platform/net/free-port.ts";

/** A real nats-server with JetStream, with its own port and directory. */
export type NatsServer = {
  readonly url: string;
  readonly port: number;
  pid(): number;
  /** Kills the process like the out-of-memory killer does: nothing is flushed. */
  kill(): Promise<void>;
  /** Starts the server again on the same port with the data on its disk. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const PROGRAMS = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
const START_TIMEOUT_MS = 20_000;
const POLL_MS = 20;

/** Returns why tests with a server are skipped on this machine, or null if they are not. */
export function natsServerMissing(): string | null {
  return program() === undefined
    ? "nats-server is not installed (Debian: apt-get install nats-server)"
    : null;
}

/** `settings` are additional configuration lines; `host` is the listen address. */
export async function startNatsServer(settings = "", host = "127.0.0.1"): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-nats-"));
  const port = await freePort();
  const config = join(folder, "nats.conf");
  await writeFile(
    config,
    `listen: "${host}:${port}"\njetstream { store_dir: "${join(folder, "data")}", max_mem: 16G, max_file: 64G }\n${settings}\n`,
  );
  const start = () => startProcess(config, { host, port });
  let running = await start();

  async function terminate(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    running.kill(signal);
    await exited;
  }

  return {
    url: `nats://${host}:${port}`,
    port,
    pid: () => running.pid ?? 0,
    kill: () => terminate("SIGKILL"),
    async restart() {
      running = await start();
    },
    async stop() {
      await terminate("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function program(): string | undefined {
  return PROGRAMS.find((path) => existsSync(path));
}

type Address = { host: string; port: number };

async function startProcess(config: string, address: Address): Promise<ChildProcess> {
  const child = spawn(program() ?? "nats-server", ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => {
    stderr = (stderr + text.toString()).slice(-4_000);
  });
  // Killed with this process, so that a crashed test leaves no server behind.
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (child.exitCode !== null) break;
    if (await isResponding(address)) return child;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error(`nats-server did not start:\n${stderr}`);
}

/** Returns whether the server responds. It sends a line to each new connection. */
function isResponding(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once("data", () => finish(true));
    socket.once("error", () => finish(false));
    socket.setTimeout(1_000, () => finish(false));
  });
}
