import type { Socket } from "node:net";
import type { Behaviour, Behaviours } from "./behaviour.ts";

/** No test needs a longer request; more is cut off without an answer. */
const REQUEST_HEAD_BYTES_MAX = 65_536;

type Place = { behaviours: Behaviours; urlOf(name: string): string };

/** Reads a request's head and lets the behaviour at its path answer; what follows the head is dropped. */
export function serveRequests(socket: Socket, { behaviours, urlOf }: Place): void {
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
    const behaviour: Behaviour | undefined = Object.hasOwn(behaviours, name) ? behaviours[name] : undefined;
    if (behaviour) behaviour.respond({ socket, method, query: url.searchParams, urlOf });
    else socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  };
  socket.on("data", onData);
}
