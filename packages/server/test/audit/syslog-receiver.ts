import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:tls";
import type { TlsLeaf } from "../tls-fixtures.ts";

/** A message as RFC 5424 has it, parsed strictly. */
export type SyslogMessage = {
  facility: number;
  severity: number;
  timestamp: string;
  host: string;
  app: string;
  procId: string;
  messageId: string;
  /** Parameters by element. */
  elements: Record<string, Record<string, string>>;
  text: string;
};

export type SyslogReceiver = {
  port: number;
  /** Complete messages, in the order in which they came. */
  messages: SyslogMessage[];
  /** The names of the client certificates that connections had. */
  clients: string[];
  close(): Promise<void>;
};

/** A receiver of syslog over TLS (RFC 5425). `onData` gets the first bytes of a connection, and the socket below TLS. */
export async function startSyslogReceiver(
  leaf: TlsLeaf,
  { clientCa, onData }: { clientCa?: string; onData?: (raw: Socket) => void } = {},
): Promise<SyslogReceiver> {
  const messages: SyslogMessage[] = [];
  const clients: string[] = [];
  const server = createServer({
    ...leaf,
    ...(clientCa && { requestCert: true, rejectUnauthorized: true, ca: clientCa }),
  });
  server.on("secureConnection", (socket) => {
    clients.push(String(socket.getPeerCertificate().subject?.CN ?? ""));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("end", () => messages.push(...readFrames(Buffer.concat(chunks)).map(parseSyslog)));
    const below = raw;
    if (onData && below) socket.once("data", () => onData(below));
  });
  let raw: Socket | undefined;
  server.on("connection", (socket) => {
    raw = socket;
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    clients,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Source: RFC 5425, section 4.3: `SYSLOG-FRAME = MSG-LEN SP SYSLOG-MSG`. */
export function readFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const length = bytes.subarray(at, space).toString("latin1");
    if (space === -1 || !/^[1-9]\d*$/.test(length)) throw new Error(`'${length}' is no length of a frame`);
    const end = space + 1 + Number(length);
    if (end > bytes.length) throw new Error("the last frame is incomplete");
    frames.push(bytes.subarray(space + 1, end));
    at = end;
  }
  return frames;
}

/** Source: RFC 5424, section 6. */
export function parseSyslog(frame: Buffer): SyslogMessage {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(frame);
  const header =
    /^<(\d{1,3})>1 (\S+) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) /.exec(
      text,
    );
  if (!header) throw new Error(`no header: ${text.slice(0, 100)}`);
  const [all, priority = "", timestamp = "", host = "", app = "", procId = "", messageId = ""] = header;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(timestamp)) throw new Error(`time ${timestamp}`);
  const { elements, rest } = readElements(text.slice(all.length));
  if (rest !== "" && !rest.startsWith(" ")) throw new Error("no space before the message");
  const [facility, severity] = [Math.floor(Number(priority) / 8), Number(priority) % 8];
  const fields = { facility, severity, timestamp, host, app, procId, messageId };
  return { ...fields, elements, text: rest.slice(1).replace(/^\ufeff/, "") };
}

function readElements(text: string): { elements: SyslogMessage["elements"]; rest: string } {
  if (text.startsWith("-")) return { elements: {}, rest: text.slice(1) };
  const elements: SyslogMessage["elements"] = {};
  let rest = text;
  while (rest.startsWith("[")) {
    const element = /^\[([^ =\]"]{1,32})((?: [^ =\]"]{1,32}="(?:[^"\\\]]|\\["\\\]])*")*)\]/.exec(rest);
    if (!element) throw new Error(`no structured data: ${rest.slice(0, 100)}`);
    const [all, id = "", parameters = ""] = element;
    const pairs = [...parameters.matchAll(/ ([^ =\]"]{1,32})="((?:[^"\\\]]|\\["\\\]])*)"/g)];
    elements[id] = Object.fromEntries(
      pairs.map(([, name = "", value = ""]) => [name, value.replaceAll(/\\(["\\\]])/g, "$1")]),
    );
    rest = rest.slice(all.length);
  }
  if (Object.keys(elements).length === 0) throw new Error(`no structured data: ${text.slice(0, 100)}`);
  return { elements, rest };
}
