import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A name server over UDP at port 53 of an address of loopback, which can fail in three ways. */
export type NameServer = {
  readonly address: string;
  /** Names that do not exist. */
  readonly gone: Set<string>;
  mode: "answers" | "servfail" | "silent";
  close(): void;
};

const HEADER_BYTES = 12;
const TYPE_AND_CLASS_BYTES = 4;
const TYPE_A = 1;
/** The name is that of the question; type A, class IN, 0 s, 4 bytes: 127.0.0.1. */
const A_RECORD = Buffer.from("c00c0001000100000000" + "00047f000001", "hex");
/** RFC 1035, section 4.1.1. */
const RCODE = { none: 0, servfail: 2, nxdomain: 3 } as const;

export async function startNameServer(address: string): Promise<NameServer> {
  const socket = createSocket("udp4");
  const server: NameServer = {
    address,
    gone: new Set(),
    mode: "answers",
    close: () => socket.close(),
  };
  socket.on("message", (query, client) => {
    if (server.mode === "silent") return;
    socket.send(respond(query, server), client.port, client.address);
  });
  socket.bind(53, address);
  await once(socket, "listening");
  return server;
}

/** Names below `.invalid` never exist (RFC 6761). */
function respond(query: Buffer, { mode, gone }: NameServer): Buffer {
  const nameEnd = query.indexOf(0, HEADER_BYTES) + 1;
  const name = readName(query.subarray(HEADER_BYTES, nameEnd));
  const question = query.subarray(HEADER_BYTES, nameEnd + TYPE_AND_CLASS_BYTES);
  const isGone = gone.has(name) || name.endsWith(".invalid");
  const rcode = mode === "servfail" ? RCODE.servfail : isGone ? RCODE.nxdomain : RCODE.none;
  const hasAnswer = rcode === RCODE.none && query.readUInt16BE(nameEnd) === TYPE_A;
  const header = Buffer.from(`0000818000010000${"00000000"}`, "hex");
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | rcode, 2);
  header.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  return Buffer.concat([header, question, ...(hasAnswer ? [A_RECORD] : [])]);
}

function readName(labels: Buffer): string {
  const parts: string[] = [];
  for (let at = 0; at < labels.length && labels[at] !== 0; at += 1 + (labels[at] ?? 0))
    parts.push(labels.toString("latin1", at + 1, at + 1 + (labels[at] ?? 0)));
  return parts.join(".").toLowerCase();
}
