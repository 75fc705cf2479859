import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { spawnTied } from "./tied-process.ts";

/** The target of a benchmark: Debian's nginx, which responds with "ok" and logs the requests. */
export type Target = {
  httpUrl: string;
  httpsUrl: string;
  /** Requests after `offset` bytes of the log: path, and epoch milliseconds of the first byte. */
  requestsSince(offset: number): { path: string; atMs: number }[];
  logSize(): number;
  pid: number;
  stop(): Promise<void>;
};

export async function startTarget(directory: string): Promise<Target> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const log = join(directory, "access.log");
  makeCertificate(directory);
  const config = join(directory, "nginx.conf");
  writeFileSync(config, configText({ directory, httpPort, httpsPort, log }));
  const child = spawnTied("nginx", ["-c", config, "-p", directory, "-e", join(directory, "error.log")], {
    stdio: "inherit",
  });
  await waitForPort(httpPort);
  return {
    httpUrl: `http://127.0.0.1:${httpPort}`,
    httpsUrl: `https://127.0.0.1:${httpsPort}`,
    pid: child.pid ?? 0,
    logSize: () => statSync(log).size,
    requestsSince: (offset) => parseLog(readFrom(log, offset)),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

type NginxPaths = { directory: string; httpPort: number; httpsPort: number; log: string };

function configText({ directory, httpPort, httpsPort, log }: NginxPaths): string {
  return `
daemon off;
worker_processes 1;
worker_rlimit_nofile 65535;
pid ${directory}/nginx.pid;
events { worker_connections 20000; }
http {
  log_format slot '$msec $request_time $uri';
  access_log ${log} slot buffer=64k flush=1s;
  keepalive_timeout 0;
  client_body_temp_path ${directory}; proxy_temp_path ${directory}; fastcgi_temp_path ${directory};
  uwsgi_temp_path ${directory}; scgi_temp_path ${directory};
  server {
    listen 127.0.0.1:${httpPort} backlog=8192;
    listen 127.0.0.1:${httpsPort} ssl backlog=8192;
    ssl_certificate ${directory}/cert.pem;
    ssl_certificate_key ${directory}/key.pem;
    ssl_session_tickets off;
    location / { default_type text/plain; return 200 "ok\\n"; }
    location /json { default_type application/json; return 200 '{"token":"t-0123456789","id":42,"name":"thing"}'; }
  }
}
`;
}

function makeCertificate(directory: string): void {
  const files = ["-keyout", join(directory, "key.pem"), "-out", join(directory, "cert.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-subj", "/CN=127.0.0.1", ...files], { stdio: "ignore" });
}

/** `$msec` is the end of the request; minus `$request_time` it is the arrival of its first byte. */
function parseLog(text: string): { path: string; atMs: number }[] {
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [endedAt, took, path] = line.split(" ");
      return path ? [{ path, atMs: Number(endedAt) * 1_000 - Number(took) * 1_000 }] : [];
    });
}

function readFrom(path: string, offset: number): string {
  if (offset === 0) return readFileSync(path, "utf8");
  const length = statSync(path).size - offset;
  const buffer = Buffer.alloc(Math.max(0, length));
  const file = openSync(path, "r");
  readSync(file, buffer, 0, buffer.length, offset);
  closeSync(file);
  return buffer.toString("utf8");
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("no port was given");
  return address.port;
}

async function waitForPort(port: number): Promise<void> {
  const { connect } = await import("node:net");
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}
