import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Behaviors, down, sendResponse, streamChunks, UP } from "./behavior.ts";

const CHUNK = Buffer.alloc(65_536);
const LARGE_BYTES = 100 * 1_048_576;
const ENCODING_LAYERS = 20;
const TOO_LARGE = down("BODY_TOO_LARGE", "body");

/** Bodies that are very large, or become very large when they are decoded. */
export const BODIES: Behaviors = {
  "body-endless": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const chunk = Buffer.concat([
        Buffer.from(`${CHUNK.length.toString(16)}\r\n`),
        CHUNK,
        Buffer.from("\r\n"),
      ]);
      streamChunks(socket, () => chunk);
    },
  },
  "body-100-mib": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => {
      let remaining = LARGE_BYTES / CHUNK.length;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${LARGE_BYTES}\r\nConnection: close\r\n\r\n`);
      streamChunks(socket, () => (remaining-- > 0 ? CHUNK : null));
    },
  },
  "bomb-gzip": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => sendResponse(socket, gzipBomb(), ["Content-Encoding: gzip"]),
  },
  "bomb-brotli": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => sendResponse(socket, brotliBomb(), ["Content-Encoding: br"]),
  },
  "encodings-20": {
    expected: UP,
    expectedOfBody: down("PROTOCOL_ERROR", "body"),
    respond: ({ socket }) =>
      sendResponse(socket, encodedTwenty(), [
        `Content-Encoding: ${Array(ENCODING_LAYERS).fill("gzip").join(", ")}`,
      ]),
  },
  "encoding-false": {
    expected: UP,
    expectedOfBody: down("PROTOCOL_ERROR", "body"),
    respond: ({ socket }) => sendResponse(socket, "this is not gzip", ["Content-Encoding: gzip"]),
  },
};

/** A thousand times smaller than its decoded form. Created on first use, because it takes half a second. */
const gzipBomb = once(() => gzipSync(Buffer.alloc(LARGE_BYTES), { level: 9 }));
const brotliBomb = once(() =>
  brotliCompressSync(Buffer.alloc(LARGE_BYTES), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
);
const encodedTwenty = once(() => {
  let bytes = Buffer.from("at the bottom");
  for (let layer = 0; layer < ENCODING_LAYERS; layer++) bytes = gzipSync(bytes);
  return bytes;
});

function once<T>(create: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
}
