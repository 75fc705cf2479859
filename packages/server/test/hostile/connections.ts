import type { Socket } from "node:net";
import { down, type Expected } from "./behavior.ts";

/** A port that misbehaves before it responds. */
export type PortBehavior = {
  scheme: "http" | "https";
  expected: Expected;
  onConnection(socket: Socket): void;
};

/** A TLS record header with a ServerHello that announces 256 more bytes than are sent. */
const HALF_SERVER_HELLO = Buffer.from([0x16, 0x03, 0x03, 0x01, 0x04, 0x02, 0x00, 0x01, 0x00, 0x03, 0x03]);
const PLAIN_RESPONSE = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** Keeps reading. Otherwise the end of the client would go unnoticed and the connection would stay open. */
const silent = (socket: Socket) => socket.resume();

export const CONNECTIONS: Readonly<Record<string, PortBehavior>> = {
  "hang-after-accept": { scheme: "http", expected: down("TIMEOUT", "headers"), onConnection: silent },
  // The reset may arrive during the request or after it.
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
    onConnection: (socket) => socket.once("data", () => socket.end(PLAIN_RESPONSE)),
  },
};
