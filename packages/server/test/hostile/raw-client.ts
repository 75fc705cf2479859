import { connect } from "node:net";

export type Heard = {
  bytes: Buffer;
  /** How the connection went on: closed, reset, or still open with nothing more or with ever more to come. */
  end: "closed" | "reset" | "open";
};

export type Question = {
  url: string;
  method?: string;
  /** Settles when the other side has had every chance to go on; the connection is then left. */
  until?: (text: string) => Promise<boolean>;
};

/** More than any behaviour says that comes to an end. */
const BYTES_MAX = 2 * 1_048_576;

/** Asks without knowing HTTP, and hears every byte. */
export function ask({ url, method = "GET", until }: Question): Promise<Heard> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<Heard>();
  const chunks: Buffer[] = [];
  let size = 0;
  const settle = (end: Heard["end"]) => {
    resolve({ bytes: Buffer.concat(chunks), end });
    socket.destroy();
  };
  const askOn = async () => {
    if (await until?.(Buffer.concat(chunks).toString("latin1"))) settle("open");
  };
  socket.on("connect", () => {
    socket.write(`${method} ${pathname}${search} HTTP/1.1\r\nHost: hostile.test\r\n\r\n`);
    void askOn();
  });
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BYTES_MAX) settle("open");
    else void askOn();
  });
  socket.on("end", () => settle("closed"));
  socket.on("error", () => settle("reset"));
  return promise;
}
