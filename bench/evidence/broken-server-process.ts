import { createServer, type Socket } from "node:net";
import process from "node:process";
import { createServer as createSecureServer } from "node:tls";
import type { BrokenBehavior } from "./scenario.ts";

/** A server of the lab that breaks HTTP or TLS. Arguments: JSON of address to behavior, certificate and key in PEM. */
const [behaviors = "{}", cert = "", key = ""] = process.argv.slice(2);
const DRIP_MS = 200;

for (const [host, behavior] of Object.entries(JSON.parse(behaviors) as Record<string, BrokenBehavior>)) {
  createServer((socket) => plain(socket, behavior)).listen(80, host);
  if (behavior === "silent" || behavior === "closes" || behavior === "garbage") {
    createServer((socket) => plain(socket, behavior)).listen(443, host, ready);
  } else createSecureServer({ cert, key }, (socket) => plain(socket, behavior)).listen(443, host, ready);
}

function ready(): void {
  process.stdout.write("listening\n");
}

function plain(socket: Socket, behavior: BrokenBehavior): void {
  socket.on("error", () => socket.destroy());
  if (behavior === "closes") {
    socket.once("data", () => socket.destroy());
    return;
  }
  socket.once("data", () => respond(socket, behavior));
}

function respond(socket: Socket, behavior: BrokenBehavior): void {
  if (behavior === "empty") socket.end();
  if (behavior === "garbage") socket.end("SSH-2.0-OpenSSH_9.2\r\n");
  if (behavior === "drip_headers") drip(socket, "HTTP/1.1 200 OK\r\nX-Slow: ", "a");
  if (behavior === "drip_body") drip(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "a");
}

function drip(socket: Socket, start: string, more: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(more), DRIP_MS);
  socket.once("close", () => clearInterval(timer));
}
