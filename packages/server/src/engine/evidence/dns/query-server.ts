import { randomInt } from "node:crypto";
import type { Socket } from "node:net";
import { connect } from "../../../platform/net/connect.ts";
import type { Egress } from "../../../platform/net/egress.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { openUdp } from "../../../platform/net/probes/open-udp.ts";
import { type DnsQuestion, encodeQuery } from "../../checks/dns/dns-message.ts";
import type { ServerAddress } from "../collect-context.ts";
import { type ReadMessage, readMessage } from "./read-message.ts";

export type DnsQuery = {
  egress: Egress;
  /** An address, so that no lookup is made. */
  server: ServerAddress;
  question: Pick<DnsQuestion, "name" | "isRecursive" | "wantsDnssec"> & { record: "A" | "AAAA" | "NS" };
  signal: AbortSignal;
};

/** The answer, or why there is none. */
export type NameServerReply = { message: ReadMessage } | { error: string };

/** The longest time to wait for a server: two datagrams, then an answer over TCP. */
const QUERY_MS = 4_000;
const REPEAT_MS = 1_500;
/** The length of a message is two bytes. */
const MESSAGE_BYTES_MAX = 65_535 + 2;

/** Asks one server over UDP, and over TCP if the answer does not fit. Never rejects. */
export function queryServer(query: DnsQuery): Promise<NameServerReply> {
  const { promise, resolve } = Promise.withResolvers<NameServerReply>();
  const deadline = AbortSignal.any([query.signal, AbortSignal.timeout(QUERY_MS)]);
  let close = () => {};
  let isDone = false;
  const settle = (result: NameServerReply) => {
    if (isDone) return;
    isDone = true;
    deadline.removeEventListener("abort", onDeadline);
    close();
    resolve(result);
  };
  const onDeadline = () => settle({ error: "no answer" });
  if (deadline.aborted) onDeadline();
  else deadline.addEventListener("abort", onDeadline, { once: true });
  if (!isDone) {
    close = overUdp(query, (result) => {
      if (!("message" in result) || !result.message.isTruncated) return settle(result);
      close();
      close = overTcp(query, settle);
    });
    if (isDone) close();
  }
  return promise;
}

type Settle = (result: NameServerReply) => void;

function overUdp({ egress, server, question }: DnsQuery, settle: Settle): () => void {
  // Random, so that no one else can answer.
  const id = randomInt(65_536);
  let repeat: NodeJS.Timeout | undefined;
  const close = openUdp(egress, server, {
    onResolved: ignore,
    onAddress: ignore,
    onOpen(channel) {
      const datagram = encodeQuery(id, question);
      channel.send(datagram);
      repeat = setInterval(() => channel.send(datagram), REPEAT_MS);
    },
    onMessage(datagram) {
      // A message that answers another query is ignored.
      const message = readMessage(datagram, id, question.name);
      if (message !== null) settle({ message });
    },
    onFailure: (failure) => settle({ error: errorText(failure) }),
  });
  return () => {
    clearInterval(repeat);
    close();
  };
}

function overTcp({ egress, server, question }: DnsQuery, settle: Settle): () => void {
  let open: Socket | null = null;
  const cancel = connect(
    egress,
    { ...server, tls: null },
    {
      onResolved: ignore,
      onAddress: ignore,
      onConnected: ignore,
      onCertificate: ignore,
      onOpen(socket) {
        open = socket;
        exchange(socket, question, settle);
      },
      onFailure: (failure) => settle({ error: errorText(failure) }),
    },
  );
  return () => {
    cancel();
    open?.destroy();
  };
}

/** Each message follows its length in two bytes. Source: RFC 1035, section 4.2.2. */
function exchange(socket: Socket, question: DnsQuery["question"], settle: Settle): void {
  const id = randomInt(65_536);
  let received: Buffer = Buffer.alloc(0);
  socket.on("error", (error) => settle({ error: error.message }));
  socket.on("close", () => settle({ error: "the server closed the connection" }));
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const isComplete = received.length >= 2 && received.length >= 2 + received.readUInt16BE(0);
    if (!isComplete && received.length < MESSAGE_BYTES_MAX) return;
    const message = readMessage(received.subarray(2, 2 + received.readUInt16BE(0)), id, question.name);
    settle(message === null ? { error: "the answer is not a valid DNS message" } : { message });
  });
  const query = encodeQuery(id, question);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.write(Buffer.concat([length, query]));
}

function errorText(failure: Parameters<Parameters<typeof openUdp>[2]["onFailure"]>[0]): string {
  return failure instanceof RunnerError ? failure.message : failure.error.message;
}

function ignore(): void {}
