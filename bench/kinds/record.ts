import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What a client and a server sent in turns, the client or the server first. */
export type Conversation = { from: "client" | "server"; bytes: Buffer }[];

/** How long the ends of a recorded connection may take. */
const END_MS = 2_000;

/** Passes one connection on to a port of loopback and returns what was said; `speak` is the client of the given port. */
export async function recordStream(
  port: number,
  speak: (port: number) => Promise<void>,
): Promise<Conversation> {
  const conversation: Conversation = [];
  const ended = Promise.withResolvers<void>();
  const relay = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    pass(client, server, (bytes) => add(conversation, { from: "client", bytes }));
    pass(server, client, (bytes) => add(conversation, { from: "server", bytes }));
    client.once("close", () => ended.resolve());
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  await speak(portOf(relay.address()));
  const deadline = setTimeout(() => ended.reject(new Error("a recorded connection does not end")), END_MS);
  await ended.promise;
  clearTimeout(deadline);
  relay.close();
  return conversation;
}

/** The same for datagrams. */
export async function recordDatagrams(
  port: number,
  speak: (port: number) => Promise<void>,
): Promise<Conversation> {
  const conversation: Conversation = [];
  const [inner, outer] = [createSocket("udp4"), createSocket("udp4")];
  let clientPort = 0;
  outer.on("message", (bytes, from) => {
    clientPort = from.port;
    conversation.push({ from: "client", bytes });
    inner.send(bytes, port, "127.0.0.1");
  });
  inner.on("message", (bytes) => {
    conversation.push({ from: "server", bytes });
    outer.send(bytes, clientPort, "127.0.0.1");
  });
  outer.bind(0, "127.0.0.1");
  await once(outer, "listening");
  await speak(outer.address().port);
  for (const socket of [inner, outer]) socket.close();
  return conversation;
}

function pass(from: Socket, to: Socket, onBytes: (bytes: Buffer) => void): void {
  from.on("data", (bytes: Buffer) => {
    onBytes(bytes);
    if (to.writable) to.write(bytes);
  });
  from.on("end", () => to.end());
  from.on("close", () => to.destroy());
  from.on("error", () => to.destroy());
}

function add(conversation: Conversation, { from, bytes }: Conversation[number]): void {
  const last = conversation.at(-1);
  if (last?.from === from) last.bytes = Buffer.concat([last.bytes, bytes]);
  else conversation.push({ from, bytes });
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (typeof address !== "object" || !address) throw new Error("the relay has no port");
  return address.port;
}
