import type { Socket } from "node:net";
import type { Behavior, Behaviors } from "./behavior.ts";

/** No test needs a longer request. A longer one is closed without a response. */
const REQUEST_HEAD_BYTES_MAX = 65_536;

type ServeOptions = { behaviors: Behaviors; urlOf(name: string): string };

/** Reads the request head and lets the behavior at its path respond. The request body is ignored. */
export function serveRequests(socket: Socket, { behaviors, urlOf }: ServeOptions): void {
  let head = "";
  const onData = (chunk: Buffer) => {
    head += chunk.toString("latin1");
    if (head.length > REQUEST_HEAD_BYTES_MAX) socket.destroy();
    if (!head.includes("\r\n\r\n")) return;
    socket.off("data", onData);
    socket.resume();
    const [method = "", target = "/"] = head.split(" ", 2);
    const url = new URL(target, "http://hostile.test");
    const name = url.pathname.slice(1);
    const behavior: Behavior | undefined = Object.hasOwn(behaviors, name) ? behaviors[name] : undefined;
    if (behavior) behavior.respond({ socket, method, query: url.searchParams, urlOf });
    else socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  };
  socket.on("data", onData);
}
