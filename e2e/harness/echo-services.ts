import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import {
  BER,
  ber,
  berNumber,
  berText,
  readAllBer,
  readBer,
} from "../../packages/server/src/engine/checks/dialogue/ber.ts";

/** Services that refuse every login, and send back what they received: in plain text, in base64 and decoded. */

type Reply = (received: Buffer, socket: Socket) => string | Buffer | null;
type EchoService = { greeting?: string | Buffer; reply: Reply };

const oneLine = (bytes: Buffer) => bytes.toString().replaceAll(/[\r\n\0]+/g, " ");
const decoded = (line: string) =>
  Buffer.from(line.split(" ").at(-1) ?? "", "base64")
    .toString()
    .replaceAll("\0", " ");

/** A message of PostgreSQL: type, length, content. */
function postgresMessage(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const SERVICES: Partial<Record<CheckType, EchoService>> = {
  redis: { reply: (received) => `-WRONGPASS ${oneLine(received)}\r\n` },
  smtp: {
    greeting: "220 echo\r\n",
    reply(received) {
      const line = received.toString().trim();
      return line.startsWith("EHLO") ? "250-echo\r\n250 AUTH PLAIN\r\n" : `535 ${line} ${decoded(line)}\r\n`;
    },
  },
  imap: {
    greeting: "* OK echo\r\n",
    reply(received) {
      const line = received.toString().trim();
      const isCapability = line.includes("CAPABILITY");
      return isCapability ? "* CAPABILITY IMAP4rev1\r\na2 OK\r\n" : `a3 NO ${oneLine(received)}\r\n`;
    },
  },
  pop3: {
    greeting: "+OK\r\n",
    reply: (received) => (/^USER/.test(String(received)) ? "+OK\r\n" : `-ERR ${oneLine(received)}\r\n`),
  },
  postgres: {
    reply(received) {
      const isStart = received[0] === 0;
      if (isStart) return postgresMessage("R", Buffer.from([0, 0, 0, 3]));
      const text = `SERROR\0C28P01\0M${oneLine(received.subarray(5))}\0\0`;
      return postgresMessage("E", Buffer.from(text));
    },
  },
  mqtt: {
    reply(received) {
      if (received[0] === 0x10) {
        const payload = received.subarray(2);
        const publish = Buffer.concat([Buffer.from([0, 1, 0x61]), payload]);
        return Buffer.concat([Buffer.from([0x20, 2, 0, 0, 0x90, 3, 0, 1, 0, 0x30, publish.length]), publish]);
      }
      return null;
    },
  },
  ldap: {
    reply: (received) =>
      ber(
        BER.sequence,
        berNumber(2),
        ber(0x61, berNumber(49, BER.enumerated), berText(""), berText(oneLine(received))),
      ),
  },
};

export type EchoServices = { ports: Readonly<Partial<Record<CheckType, number>>>; close(): Promise<void> };

export async function startEchoServices(): Promise<EchoServices> {
  const servers: Server[] = [];
  const ports: Partial<Record<CheckType, number>> = {};
  const listen = async (type: CheckType, server: Server) => {
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ports[type] = (server.address() as AddressInfo).port;
  };
  for (const [type, { greeting, reply }] of Object.entries(SERVICES) as [CheckType, EchoService][]) {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      if (greeting !== undefined) socket.write(greeting);
      socket.on("data", (received) => {
        const answer = reply(received, socket);
        if (answer !== null) socket.write(answer);
      });
    });
    await listen(type, server);
  }
  await listen(
    "rabbitmq",
    createHttpServer(({ headers }, response) => {
      const sent = headers.authorization ?? "";
      response
        .writeHead(401)
        .end(JSON.stringify({ error: "not_authorized", reason: `${sent} ${decoded(sent)}` }));
    }),
  );
  const agent = createSocket("udp4").on("message", (request, { port, address }) =>
    agent.send(snmpEcho(request), port, address),
  );
  agent.bind(0, "127.0.0.1");
  await once(agent, "listening");
  ports.snmp = agent.address().port;
  return {
    ports,
    async close() {
      agent.close();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** The value of every object is the community. */
function snmpEcho(request: Buffer): Buffer {
  const [, community, pdu] = readAllBer(readBer(request)?.content ?? Buffer.alloc(0)) ?? [];
  const [id] = readAllBer(pdu?.content ?? Buffer.alloc(0)) ?? [];
  const name = community?.content ?? Buffer.alloc(0);
  const variable = ber(BER.sequence, ber(BER.oid, Buffer.from([0x2b])), ber(BER.octets, name));
  const number = ber(BER.integer, id?.content ?? Buffer.alloc(0));
  const answer = ber(0xa2, number, berNumber(0), berNumber(0), ber(BER.sequence, variable));
  return ber(BER.sequence, berNumber(1), ber(BER.octets, name), answer);
}
