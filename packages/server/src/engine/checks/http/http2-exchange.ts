import { type ClientHttp2Stream, connect, constants, type IncomingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import {
  type ExchangeHandler,
  type ExchangePhase,
  exchangeError,
  HEADER_BYTES_MAX,
  INFORMATIONAL_MAX,
  protocolError,
  tooManyInformational,
} from "./exchange.ts";
import { type HttpRequest, requestHeaders } from "./request-headers.ts";

/** Headers that HTTP/2 forbids or carries differently. Source: RFC 9113, section 8.2.2. */
const LEFT_OUT: ReadonlySet<string> = new Set(["connection", "keep-alive", "upgrade", "te", "host"]);

const BROKEN_OFF: ReadonlySet<number | undefined> = new Set([
  constants.NGHTTP2_NO_ERROR,
  constants.NGHTTP2_CANCEL,
]);

/** Sends one request over a connected socket in HTTP/2. The rules are those of `exchangeHttp1`. */
export function exchangeHttp2(socket: Socket, request: HttpRequest, handler: ExchangeHandler): void {
  let phase: ExchangePhase = "request";
  let informational = 0;
  let isDone = false;

  const end = (report: () => void) => {
    if (isDone) return;
    isDone = true;
    // Deferred, because a session must not be destroyed within its own event.
    setImmediate(() => session.destroy());
    report();
  };
  const fail = (error: NodeJS.ErrnoException) =>
    end(() => handler.onFailure({ error: exchangeError(error, phase), speaksHttp2: false }));
  const reject = (message: string) =>
    end(() => handler.onFailure({ error: protocolError(message, phase), speaksHttp2: false }));

  const session = connect(request.url.origin, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: HEADER_BYTES_MAX },
  });
  session.on("error", fail);
  session.once("close", () => fail(closed()));

  const stream = startStream(session, request, fail);
  if (stream === null) return;
  stream.on("error", fail);
  stream.on("headers", () => {
    informational += 1;
    if (informational > INFORMATIONAL_MAX) {
      end(() => handler.onFailure({ error: tooManyInformational(), speaksHttp2: false }));
    }
  });
  stream.once("finish", () => {
    if (isDone || phase !== "request") return;
    phase = "headers";
    handler.onSent();
  });
  stream.once("response", (headers: IncomingHttpHeaders) => {
    if (isDone) return;
    phase = "body";
    handler.onHead({ statusCode: Number(headers[constants.HTTP2_HEADER_STATUS]), httpVersion: "2", headers });
  });
  stream.on("data", (chunk: Buffer) => {
    if (!isDone) handler.onData(chunk);
  });
  stream.once("end", () => {
    if (phase === "body" && stream.rstCode === constants.NGHTTP2_NO_ERROR) end(() => handler.onEnd());
  });
  stream.once("close", () => {
    // Node gives the streams of a lost connection the code CANCEL.
    if (BROKEN_OFF.has(stream.rstCode)) fail(closed());
    else reject(`the server ended the HTTP/2 stream with code ${stream.rstCode}`);
  });
  stream.end(request.body ?? undefined);
}

function startStream(
  session: ReturnType<typeof connect>,
  request: HttpRequest,
  fail: (error: NodeJS.ErrnoException) => void,
): ClientHttp2Stream | null {
  try {
    return session.request(http2Headers(request), { endStream: false });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    fail(error);
    return null;
  }
}

function http2Headers(request: HttpRequest): Record<string, string> {
  const fields = requestHeaders(request);
  const headers: Record<string, string> = {
    ":method": request.method,
    ":scheme": request.url.protocol.slice(0, -1),
    ":path": request.url.pathname + request.url.search,
  };
  for (let index = 0; index < fields.length; index += 2) {
    const name = (fields[index] ?? "").toLowerCase();
    const value = fields[index + 1] ?? "";
    if (name === "host") headers[":authority"] = value;
    else if (!LEFT_OUT.has(name)) headers[name] = value;
  }
  return headers;
}

function closed(): NodeJS.ErrnoException {
  return Object.assign(new Error("the HTTP/2 session was closed"), { code: "ECONNRESET" });
}
