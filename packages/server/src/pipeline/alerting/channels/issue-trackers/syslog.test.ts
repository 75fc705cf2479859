import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { HOSTILE_TEXT, messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { testSendBytes } from "../../../../../test/deliveries.ts";
import { createTlsFixtures, type TlsLeaf } from "../../../../../test/tls-fixtures.ts";
import { syslogChannel } from "./syslog.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A message of RFC 5424: header, structured data and text in UTF-8. */
const MESSAGE =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S{1,255}) (\S{1,48}) (\S{1,128}) (\S{1,32}) (\[origin software="Vedette"\]) \ufeff(.*)$/su;

/** Splits a stream into messages by their length. Source: RFC 6587, section 3.4.1. */
function messagesIn(stream: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < stream.length; ) {
    const space = stream.indexOf(" ", at);
    const length = Number(stream.subarray(at, space).toString("ascii"));
    expect(stream.subarray(at, space).toString("ascii")).toMatch(/^[1-9]\d{0,4}$/);
    messages.push(stream.subarray(space + 1, space + 1 + length).toString("utf8"));
    at = space + 1 + length;
  }
  return messages;
}

type LogServer = { port: number; received: Promise<Buffer> };

/** A server that reads until the client has closed the connection, and closes it then. */
async function startServer(tls?: TlsLeaf): Promise<LogServer> {
  const { promise: received, resolve } = Promise.withResolvers<Buffer>();
  const onSocket = (socket: Socket) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.once("end", () => resolve(Buffer.concat(chunks)));
  };
  const server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, received };
}

async function startDatagramServer(): Promise<LogServer> {
  const socket = createSocket("udp4");
  const received = once(socket, "message").then(([bytes]) => bytes as Buffer);
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  ends.push(() => socket.close());
  return { port: socket.address().port, received };
}

const send = (kind: Parameters<typeof messageOf>[0], config: object, text?: string) =>
  syslogChannel().send(messageOf(kind, text), { host: "127.0.0.1", ...config }, sendContext());

/** The parts of a message that the format requires. */
function partsOf(message: string) {
  const [, priority, time, host, app, process, id, , text = ""] = MESSAGE.exec(message) ?? [];
  return { priority: Number(priority), time, host, app, process, id, text };
}

describe("a message", () => {
  test("over TCP is framed by its length in bytes", async () => {
    const { port, received } = await startServer();
    expect(await send("opened", { port, transport: "tcp" }, "Läden")).toEqual({ ok: true, statusCode: null });
    const [message = "", ...more] = messagesIn(await received);
    expect(more).toEqual([]);
    expect(partsOf(message)).toEqual({
      ...{ priority: 16 * 8 + 2, time: "2026-03-01T12:05:07.000Z", host: "vedette.example.org" },
      ...{ app: "vedette", process: "-", id: "alert.opened" },
      text: expect.stringMatching(/^Läden is down \| 3 checks in a row .*CONNECT_REFUSED.*\/alerts\/1$/),
    });
  });

  test("over TLS is sent only to a server with a valid certificate, unless that is off", async () => {
    const { wrongHost } = await createTlsFixtures();
    const first = await startServer(wrongHost);
    const config = { port: first.port, transport: "tls" };
    expect(await send("opened", config)).toMatchObject({ ok: false, isPermanent: false });
    const { port, received } = await startServer(wrongHost);
    expect(await send("opened", { ...config, port, accept_any_certificate: true })).toMatchObject({
      ok: true,
    });
    expect(messagesIn(await received).map((message) => partsOf(message).id)).toEqual(["alert.opened"]);
  });

  test("over UDP is one datagram of at most 2,048 bytes in whole characters", async () => {
    const { port, received } = await startDatagramServer();
    expect(await send("opened", { port, transport: "udp" }, "ß".repeat(3_000))).toMatchObject({ ok: true });
    const bytes = await received;
    expect(bytes.length).toBeLessThanOrEqual(2_048);
    expect(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)).toMatch(MESSAGE);
  });

  test.each([
    ["resolved", 17 * 8 + 5],
    ["reminder", 17 * 8 + 2],
    ["operator", 17 * 8 + 3],
    ["test", 17 * 8 + 6],
  ] as const)("of the kind %s has its own severity and id", async (kind, priority) => {
    const { port, received } = await startServer();
    await send(kind, { port, transport: "tcp", facility: "local1" });
    const [message = ""] = messagesIn(await received);
    expect(partsOf(message)).toMatchObject({ priority, id: `alert.${kind}` });
  });

  test("has one line, with any texts", async () => {
    const { port, received } = await startServer();
    await send("opened", { port, transport: "tcp" }, `${HOSTILE_TEXT}\n<0>1 - - - - - forged`);
    const [message = "", ...more] = messagesIn(await received);
    expect(more).toEqual([]);
    expect(message).toMatch(MESSAGE);
    expect(message).not.toMatch(/\p{Cc}|\u202e/u);
  });
});

describe("a server that cannot be reached is retried", () => {
  test.each(["tcp", "udp"] as const)("over %s", async (transport) => {
    const { port } = await (transport === "udp" ? startDatagramServer() : startServer());
    for (const end of ends.splice(0)) end();
    const outcome = await send("opened", { port, transport });
    expect(outcome).toMatchObject({
      ok: false,
      isPermanent: false,
      error: expect.stringContaining("refused"),
    });
  });

  test("if the egress policy forbids its address", async () => {
    const outcome = await syslogChannel().send(
      messageOf("opened"),
      { host: "127.0.0.1", port: 514, transport: "udp" },
      sendContext({ sendBytes: testSendBytes("hosted") }),
    );
    expect(outcome).toMatchObject({ ok: false, isPermanent: false });
  });
});
