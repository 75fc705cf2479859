import type { Socket } from "node:net";
import { down, type Expected } from "./behaviour.ts";

/** A port that misbehaves before any request could be answered. */
export type PortBehaviour = {
  scheme: "http" | "https";
  expected: Expected;
  onConnection(socket: Socket): void;
};

/** The head of a TLS record with a ServerHello, which promises 256 bytes more than come. */
const HALF_SERVER_HELLO = Buffer.from([0x16, 0x03, 0x03, 0x01, 0x04, 0x02, 0x00, 0x01, 0x00, 0x03, 0x03]);
const PLAIN_ANSWER = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** Reads on, or the other side's end would go unnoticed and the connection stay for ever. */
const silent = (socket: Socket) => socket.resume();

export const CONNECTIONS: Readonly<Record<string, PortBehaviour>> = {
  "hang-after-accept": { scheme: "http", expected: down("TIMEOUT", "headers"), onConnection: silent },
  // The reset may come while the request is being sent or after it.
  "reset-after-accept": {
    scheme: "http",
    expected: down("CONNECTION_RESET"),
    onConnection: (socket) => socket.resetAndDestroy(),
  },
  "hang-before-tls-hello": { scheme: "https", expected: down("TIMEOUT", "tls"), onConnection: silent },
  "hang-in-tls-hello": {
    scheme: "https",
    expected: down("TIMEOUT", "tls"),
    onConnection: (socket) => socket.once("data", () => socket.write(HALF_SERVER_HELLO)),
  },
  "reset-in-tls-hello": {
    scheme: "https",
    expected: down("CONNECTION_RESET", "tls"),
    onConnection: (socket) => socket.once("data", () => socket.resetAndDestroy()),
  },
  "close-in-tls-hello": {
    scheme: "https",
    expected: down("CONNECTION_RESET", "tls"),
    onConnection: (socket) => socket.once("data", () => socket.end(HALF_SERVER_HELLO)),
  },
  "tls-plain-http": {
    scheme: "https",
    expected: down("TLS_INVALID", "tls", "handshake"),
    onConnection: (socket) => socket.once("data", () => socket.end(PLAIN_ANSWER)),
  },
};
