import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { vi } from "vitest";

const BACKLOG = 1;

/**
 * Returns the number of connections that wait to be accepted: rx_queue of a listening socket (state 0A).
 * Source: proc_net_tcp.rst.
 */
function waitingAt(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const found = new RegExp(`${local} 00000000:0000 0A [0-9A-F]{8}:([0-9A-F]{8})`).exec(
    readFileSync("/proc/net/tcp", "utf8"),
  );
  return Number.parseInt(found?.[1] ?? "0", 16);
}

/** Starts a stopped process with a full accept queue: the kernel drops further connections. */
export async function startFullListener(): Promise<{ port: number; stop(): void }> {
  const script = `const s=require('net').createServer();s.listen({port:0,host:'127.0.0.1',backlog:${BACKLOG}},()=>console.log(s.address().port))`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(line.toString());
  child.kill("SIGSTOP");
  // Third field of proc_pid_stat(5), after the name in parentheses: T is stopped.
  await vi.waitUntil(() => /\) T /.test(readFileSync(`/proc/${child.pid}/stat`, "utf8")), 30_000);
  const fillers: Socket[] = [];
  await vi.waitUntil(() => {
    if (waitingAt(port) > BACKLOG) return true;
    fillers.push(connect(port, "127.0.0.1").on("error", () => {}));
    return false;
  }, 30_000);
  return {
    port,
    stop() {
      for (const filler of fillers) filler.destroy();
      child.kill("SIGKILL");
    },
  };
}
