import { connect } from "node:net";

export type RawResponse = {
  bytes: Buffer;
  /** The state of the connection: closed, reset, or still open. */
  end: "closed" | "reset" | "open";
};

export type RawRequest = {
  url: string;
  method?: string;
  /** Resolves to true once all expected bytes have arrived. The client then closes the connection. */
  until?: (text: string) => Promise<boolean>;
};

/** More than any finite behavior sends. */
const BYTES_MAX = 2 * 1_048_576;

/** Sends a request without interpreting HTTP, and returns all received bytes. */
export function sendRaw({ url, method = "GET", until }: RawRequest): Promise<RawResponse> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<RawResponse>();
  const chunks: Buffer[] = [];
  let size = 0;
  const settle = (end: RawResponse["end"]) => {
    resolve({ bytes: Buffer.concat(chunks), end });
    socket.destroy();
  };
  const checkUntil = async () => {
    if (await until?.(Buffer.concat(chunks).toString("latin1"))) settle("open");
  };
  socket.on("connect", () => {
    socket.write(`${method} ${pathname}${search} HTTP/1.1\r\nHost: hostile.test\r\n\r\n`);
    void checkUntil();
  });
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BYTES_MAX) settle("open");
    else void checkUntil();
  });
  socket.on("end", () => settle("closed"));
  socket.on("error", () => settle("reset"));
  return promise;
}
