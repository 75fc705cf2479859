import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/platform/net/free-port.ts";

/** A real nats-server with JetStream, on a port and in a folder of its own. */
export type NatsServer = {
  readonly url: string;
  readonly port: number;
  pid(): number;
  /** As the kernel kills for want of memory: nothing is flushed. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its disk has. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const PROGRAMS = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
const UP_WITHIN_MS = 20_000;
const POLL_MS = 20;

/** Why tests with a server are skipped here; null where they are not. */
export function natsServerMissing(): string | null {
  return program() === undefined
    ? "nats-server is not installed (Debian: apt-get install nats-server)"
    : null;
}

/** `settings` are lines of its configuration besides; `host` is the address that it listens on. */
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

  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill(signal);
    await ended;
  }

  return {
    url: `nats://${host}:${port}`,
    port,
    pid: () => running.pid ?? 0,
    kill: () => end("SIGKILL"),
    async restart() {
      running = await start();
    },
    async stop() {
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function program(): string | undefined {
  return PROGRAMS.find((path) => existsSync(path));
}

type Place = { host: string; port: number };

async function startProcess(config: string, place: Place): Promise<ChildProcess> {
  const child = spawn(program() ?? "nats-server", ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (text: Buffer) => {
    said = (said + text.toString()).slice(-4_000);
  });
  // Killed with us: a test that dies leaves no server behind.
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  for (let waitedMs = 0; waitedMs < UP_WITHIN_MS; waitedMs += POLL_MS) {
    if (child.exitCode !== null) break;
    if (await answers(place)) return child;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error(`nats-server did not come up:\n${said}`);
}

/** It greets whoever connects with a line. */
function answers(place: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place);
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once("data", () => end(true));
    socket.once("error", () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}
