import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
  type ExchangeHandler,
  type ExchangePhase,
  exchangeError,
  HEADER_BYTES_MAX,
  INFORMATIONAL_MAX,
  protocolError,
  type ResponseHead,
  tooManyInformational,
} from "./exchange.ts";
import { type HttpRequest, requestHeaders } from "./request-headers.ts";

/**
 * Sends one request over a connected socket in HTTP/1.1. Calls `onEnd` or `onFailure` once and nothing after
 * it. The caller destroys the socket; later errors are ignored here.
 */
export function exchangeHttp1(socket: Socket, request: HttpRequest, handler: ExchangeHandler): void {
  let phase: ExchangePhase = "request";
  let informational = 0;
  let isDone = false;
  let received: IncomingMessage | null = null;

  const fail = (error: NodeJS.ErrnoException & { rawPacket?: Buffer }) => {
    // Bytes after a complete response, such as a body after a 204, are not part of it: `end` follows.
    if (isDone || received?.complete) return;
    isDone = true;
    const speaksHttp2 = phase !== "body" && error.rawPacket !== undefined && isSettingsFrame(error.rawPacket);
    handler.onFailure({ error: exchangeError(error, phase), speaksHttp2 });
  };
  const reject = (error: ReturnType<typeof tooManyInformational>) => {
    if (isDone) return;
    isDone = true;
    handler.onFailure({ error, speaksHttp2: false });
  };

  const message = startRequest(socket, request, fail);
  if (message === null) return;
  message.on("error", fail);
  message.once("finish", () => {
    if (isDone || phase !== "request") return;
    phase = "headers";
    handler.onSent();
  });
  message.on("information", () => {
    informational += 1;
    if (informational > INFORMATIONAL_MAX) reject(tooManyInformational());
  });
  message.once("upgrade", (response) => {
    reject(
      protocolError(
        `the server switched protocols (${response.statusCode}) without a request to do so`,
        "headers",
      ),
    );
  });
  message.once("response", (response: IncomingMessage) => {
    // A response may come before the whole request was sent.
    if (isDone) return;
    phase = "body";
    received = response;
    response.on("error", fail);
    handler.onHead(response as IncomingMessage & ResponseHead);
    response.on("data", (chunk: Buffer) => {
      if (!isDone) handler.onData(chunk);
    });
    response.once("end", () => {
      if (isDone) return;
      isDone = true;
      handler.onEnd();
    });
  });
  message.end(request.body ?? undefined);
}

/** Node throws for a request that cannot be sent, such as a header with a line break in it. */
function startRequest(
  socket: Socket,
  request: HttpRequest,
  fail: (error: NodeJS.ErrnoException) => void,
): ClientRequest | null {
  try {
    return httpRequest({
      method: request.method,
      path: (request.isForProxy ? request.url.origin : "") + request.url.pathname + request.url.search,
      headers: requestHeaders(request),
      setHost: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      createConnection: () => socket,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    fail(error);
    return null;
  }
}

/**
 * Returns whether a packet is the first frame of an HTTP/2 server: SETTINGS on stream 0. Source: RFC 9113,
 * section 3.4.
 */
function isSettingsFrame(packet: Buffer): boolean {
  return packet.length >= 9 && packet[3] === 4 && packet.readUInt32BE(5) === 0;
}
