import { type ClientHttp2Stream, connect, constants, type IncomingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";

export type Http2Call = {
  authority: string;
  isSecure: boolean;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
};

export type Http2Reply = {
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** Empty if the server sent none. */
  trailers: Readonly<Record<string, string | string[] | undefined>>;
};

type Http2CallHandler = {
  onSent(): void;
  onHead(): void;
  onReply(reply: Http2Reply): void;
  /** The server broke the connection or the protocol. */
  onFailure(message: string, isClosed: boolean): void;
};

const HEADER_BYTES_MAX = 65_536;
const BODY_BYTES_MAX = 65_536;

/**
 * Sends one binary POST over a connected socket in HTTP/2 and reads the reply with its trailers, which the HTTP client of
 * checks does not need. Calls `onReply` or `onFailure` once; the caller sets the deadline and destroys the socket.
 */
export function callHttp2(socket: Socket, call: Http2Call, handler: Http2CallHandler): void {
  let isDone = false;
  const end = (report: () => void) => {
    if (isDone) return;
    isDone = true;
    // Deferred, because a session must not be destroyed within its own event.
    setImmediate(() => session.destroy());
    report();
  };
  const fail = (message: string, isClosed: boolean) => end(() => handler.onFailure(message, isClosed));
  const onError = (error: NodeJS.ErrnoException) => {
    const code = error.code ?? "";
    fail(`${error.message} (${code})`, code === "ECONNRESET" || code === "EPIPE");
  };
  const session = connect(`${call.isSecure ? "https" : "http"}://${call.authority}`, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: HEADER_BYTES_MAX },
  });
  session.on("error", onError);
  session.once("close", () => fail("the session ended", true));
  session.once("goaway", () => fail("the server ended the session", true));
  const stream = session.request({
    ":method": "POST",
    ":path": call.path,
    ...call.headers,
  });
  stream.on("error", onError);
  stream.once("finish", () => {
    if (!isDone) handler.onSent();
  });
  readReply(stream, {
    onHead: () => {
      if (!isDone) handler.onHead();
    },
    onReply: (reply) => end(() => handler.onReply(reply)),
    onFailure: fail,
  });
  stream.end(call.body);
}

function readReply(
  stream: ClientHttp2Stream,
  handler: Pick<Http2CallHandler, "onHead" | "onReply" | "onFailure">,
) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let headers: IncomingHttpHeaders = {};
  let trailers: IncomingHttpHeaders = {};
  stream.once("response", (received) => {
    headers = received;
    handler.onHead();
  });
  stream.once("trailers", (received) => {
    trailers = received;
  });
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) handler.onFailure(`the reply is over ${BODY_BYTES_MAX / 1_024} KiB`, false);
  });
  stream.once("close", () => {
    const statusCode = Number(headers[constants.HTTP2_HEADER_STATUS] ?? 0);
    const { rstCode } = stream;
    if (rstCode !== constants.NGHTTP2_NO_ERROR)
      handler.onFailure(`the server ended the stream with code ${rstCode}`, false);
    else if (statusCode === 0) handler.onFailure("the stream ended without a response", true);
    else handler.onReply({ statusCode, headers, trailers, body: Buffer.concat(chunks) });
  });
}
