import type { Socket } from "node:net";
import { WebSocket } from "ws";

type WebSocketRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  subprotocol?: string;
  messageBytesMax: number;
};

/** Asks for a WebSocket over a connected socket, whose address the egress policy allowed. */
export function openWebSocket(socket: Socket, request: WebSocketRequest): WebSocket {
  return new WebSocket(request.url, request.subprotocol ?? [], {
    createConnection: () => socket,
    headers: request.headers,
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: request.messageBytesMax,
  });
}
