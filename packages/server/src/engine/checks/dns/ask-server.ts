import type { Socket } from "node:net";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import type { Egress } from "../../../platform/net/egress.ts";
import { callHttp2 } from "../../../platform/net/probes/http2-call.ts";
import { openUdp } from "../../../platform/net/probes/open-udp.ts";
import { exchangeHttp1 } from "../http/http1-exchange.ts";
import type { Probe } from "../probe.ts";
import { type DnsAnswer, type DnsQuestion, decodeAnswer, encodeQuery } from "./dns-message.ts";

/** A server to ask, with the egress that may reach it. */
export type DnsServer = { host: string; port: number; egress: Egress };

type Ask = {
  probe: Probe;
  spec: Pick<CheckSpecOf<"dns">, "transport" | "ipFamily">;
  server: DnsServer;
  question: DnsQuestion;
  /** Random, so that no one else can answer. */
  id: number;
  onAnswer(answer: DnsAnswer): void;
};

const NO_ANSWER = "no answer came";
/** Many servers of DNS over HTTPS speak HTTP/2 only. */
const ALPN = Buffer.from("\x02h2\x08http/1.1");
/** A datagram can get lost; the query is repeated until the timeout of the check. */
const REPEAT_MS = 2_000;
/** The length of a message is two bytes. */
const MESSAGE_BYTES_MAX = 65_535;

/** Asks one server. Ends the probe with an error, or calls back. */
export function askServer(ask: Ask): void {
  if (ask.spec.transport === "udp") askOverUdp(ask);
  else askOverStream(ask, ask.spec.transport);
}

function askOverUdp(ask: Ask): void {
  const { probe, spec, server, question, id } = ask;
  const { host, port, egress } = server;
  let repeat: NodeJS.Timeout | undefined;
  let isAnswered = false;
  const close = openUdp(
    egress,
    { host, port, ...(spec.ipFamily && { ipFamily: spec.ipFamily }) },
    {
      onResolved: () => probe.mark("dnsUs"),
      onAddress: (ip) => {
        probe.ip = ip;
        probe.enter("headers", NO_ANSWER);
      },
      onOpen(channel) {
        const query = encodeQuery(id, question);
        channel.send(query);
        repeat = setInterval(() => channel.send(query), REPEAT_MS);
      },
      onMessage(datagram) {
        if (isAnswered || probe.isDone) return;
        const answer = decoded(ask, datagram);
        if (answer === null) return;
        isAnswered = true;
        clearInterval(repeat);
        close();
        probe.mark("ttfbUs");
        if (answer.isTruncated) askOverStream(ask, "tcp");
        else ask.onAnswer(answer);
      },
      onFailure: (failure) => probe.failNet(failure),
    },
  );
  probe.onEnd(() => {
    clearInterval(repeat);
    close();
  });
}

/** Returns null for a message that answers another query, and after it ended the probe. */
function decoded({ probe, question, id }: Ask, message: Buffer): DnsAnswer | null {
  try {
    return decodeAnswer(message, id, question);
  } catch (error) {
    // The library throws plain errors and RangeErrors at messages that it cannot read.
    if (!(error instanceof Error)) throw error;
    // Not the answer to this query: a stray message must not fail the check.
    if (message.length >= 2 && message.readUInt16BE(0) !== id) return null;
    probe.failProtocol(`the answer is not a valid DNS message: ${error.message}`);
    return null;
  }
}

function askOverStream(ask: Ask, transport: "tcp" | "tls" | "https"): void {
  const { probe, spec, server } = ask;
  const { host, port, egress } = server;
  const tls = transport === "tcp" ? null : { alpn: transport === "https" ? ALPN : null, verify: true };
  probe.enter("dns");
  probe.connect(
    { host, port, tls, ...(spec.ipFamily && { ipFamily: spec.ipFamily }) },
    (socket) => {
      probe.enter("headers", NO_ANSWER);
      if ("alpnProtocol" in socket && socket.alpnProtocol === "h2") askOverHttp2(ask, socket);
      else if (transport === "https") askOverHttp(ask, socket);
      else askWithLength(ask, socket);
    },
    egress,
  );
}

/** Each message follows its length in two bytes. Source: RFC 1035, section 4.2.2. */
function askWithLength(ask: Ask, socket: Socket): void {
  const { probe, question, id } = ask;
  let received: Buffer = Buffer.alloc(0);
  socket.on("error", (error) => probe.failSocket(error));
  socket.on("end", () => probe.failClosed());
  socket.on("close", () => probe.failClosed());
  socket.on("data", (chunk) => {
    if (probe.isDone) return;
    received = Buffer.concat([received, chunk]);
    if (received.length < 2) return;
    const length = received.readUInt16BE(0);
    if (received.length < 2 + length) return;
    socket.removeAllListeners("data").removeAllListeners("end").removeAllListeners("close");
    const answer = decoded(ask, received.subarray(2, 2 + length));
    probe.mark("ttfbUs");
    socket.destroy();
    if (answer !== null) ask.onAnswer(answer);
    else probe.failProtocol("the server answered another query");
  });
  const query = encodeQuery(id, question);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.write(Buffer.concat([length, query]));
}

/** A GET, so that no body must be sent. Source: RFC 8484, section 4.1. */
function askOverHttp(ask: Ask, socket: Socket): void {
  const { probe, server, question } = ask;
  // The id is 0, so that answers can be cached.
  const query = encodeQuery(0, question).toString("base64url");
  const url = new URL(`https://${hostAndPort(server.host, server.port)}/dns-query?dns=${query}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let statusCode = 0;
  exchangeHttp1(
    socket,
    {
      method: "GET",
      url,
      headers: { Accept: "application/dns-message", "Accept-Encoding": "identity" },
      body: null,
    },
    {
      onSent: () => undefined,
      onHead(head) {
        statusCode = head.statusCode;
        probe.mark("ttfbUs");
        probe.enter("body", "the answer did not end");
      },
      onData(chunk) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MESSAGE_BYTES_MAX) probe.failProtocol("the answer is longer than a DNS message");
      },
      onEnd() {
        socket.destroy();
        takeHttpAnswer(ask, statusCode, Buffer.concat(chunks));
      },
      onFailure: ({ error }) => probe.failNet({ error, code: null }),
    },
  );
}

function askOverHttp2(ask: Ask, socket: Socket): void {
  const { probe, server, question } = ask;
  const type = "application/dns-message";
  callHttp2(
    socket,
    {
      authority: hostAndPort(server.host, server.port),
      isSecure: true,
      path: "/dns-query",
      headers: { accept: type, "content-type": type },
      body: encodeQuery(0, question),
    },
    {
      onSent: () => undefined,
      onHead() {
        probe.mark("ttfbUs");
        probe.enter("body", "the answer did not end");
      },
      onReply: ({ statusCode, body }) => takeHttpAnswer(ask, statusCode, body),
      onFailure: (message, isClosed) => {
        if (isClosed) probe.failClosed();
        else probe.failProtocol(message);
      },
    },
  );
}

function takeHttpAnswer(ask: Ask, statusCode: number, body: Buffer): void {
  const { probe } = ask;
  if (probe.isDone) return;
  probe.mark("downloadUs");
  if (statusCode !== 200) {
    probe.failProtocol(`the server answered with the HTTP status ${statusCode}`);
    return;
  }
  const answer = decoded({ ...ask, id: 0 }, body);
  if (answer !== null) ask.onAnswer(answer);
  else probe.failProtocol("the server answered another query");
}
