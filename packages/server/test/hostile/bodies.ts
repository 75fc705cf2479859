import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { answer, type Behaviours, down, pour, UP } from "./behaviour.ts";

const CHUNK = Buffer.alloc(65_536);
const LARGE_BYTES = 100 * 1_048_576;
const STACKED = 20;
const TOO_LARGE = down("BODY_TOO_LARGE", "body");

/** Bodies that are larger than they look, or than anybody wants. */
export const BODIES: Behaviours = {
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
      pour(socket, () => chunk);
    },
  },
  "body-100-mib": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => {
      let left = LARGE_BYTES / CHUNK.length;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${LARGE_BYTES}\r\nConnection: close\r\n\r\n`);
      pour(socket, () => (left-- > 0 ? CHUNK : null));
    },
  },
  "bomb-gzip": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => answer(socket, gzipBomb(), ["Content-Encoding: gzip"]),
  },
  "bomb-brotli": {
    expected: UP,
    expectedOfBody: TOO_LARGE,
    respond: ({ socket }) => answer(socket, brotliBomb(), ["Content-Encoding: br"]),
  },
  "encodings-20": {
    expected: UP,
    expectedOfBody: down("PROTOCOL_ERROR", "body"),
    respond: ({ socket }) =>
      answer(socket, stacked(), [`Content-Encoding: ${Array(STACKED).fill("gzip").join(", ")}`]),
  },
  "encoding-false": {
    expected: UP,
    expectedOfBody: down("PROTOCOL_ERROR", "body"),
    respond: ({ socket }) => answer(socket, "this is not gzip", ["Content-Encoding: gzip"]),
  },
};

/** A thousand times smaller than what comes out; made when first asked for, for it takes half a second. */
const gzipBomb = once(() => gzipSync(Buffer.alloc(LARGE_BYTES), { level: 9 }));
const brotliBomb = once(() =>
  brotliCompressSync(Buffer.alloc(LARGE_BYTES), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
);
const stacked = once(() => {
  let bytes = Buffer.from("at the bottom");
  for (let layer = 0; layer < STACKED; layer++) bytes = gzipSync(bytes);
  return bytes;
});

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
