import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A DNS server over UDP that has one A record for every name. */
export type DnsServer = { port: number; address: string; close(): void };

const HEADER_BYTES = 12;
const TYPE_AND_CLASS_BYTES = 4;
/** The name is that of the question; type A, class IN, 60 s, 4 bytes. */
const A_RECORD = Buffer.from("c00c000100010000003c0004", "hex");

export async function startDnsServer(address: string): Promise<DnsServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address: client }) => {
    const questionEnd = query.indexOf(0, HEADER_BYTES) + 1 + TYPE_AND_CLASS_BYTES;
    // A response with recursion, one question and one answer.
    const header = Buffer.from("000081800001000100000000", "hex");
    query.copy(header, 0, 0, 2);
    const record = Buffer.from(server.address.split(".").map(Number));
    const question = query.subarray(HEADER_BYTES, questionEnd);
    socket.send(Buffer.concat([header, question, A_RECORD, record]), port, client);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: DnsServer = { port: socket.address().port, address, close: () => socket.close() };
  return server;
}
