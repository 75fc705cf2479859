import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { freePort } from "../../../packages/server/src/platform/net/free-port.ts";

/** How the server treats the first email to a recipient; it accepts the later ones, except of `refuse`. */
export type SmtpFault = "421" | "451" | "refuse" | "stall" | "drop";

type SmtpAttempt = {
  fault: string;
  /** The first to this recipient. */
  isFirst: boolean;
  isInData: boolean;
  /** Milliseconds of the monotonic clock. */
  atMs: number;
  endedMs: number | null;
  messageId: string | null;
  isAccepted: boolean;
};

/** A mail server whose behavior is the name of the recipient, such as `stall@example.org`. */
export type FaultySmtpServer = {
  readonly url: string;
  attemptsOf(fault: SmtpFault): SmtpAttempt[];
  /** It refuses connections until then. */
  open(): Promise<void>;
  close(): Promise<void>;
};

export async function makeFaultySmtpServer(): Promise<FaultySmtpServer> {
  const attempts: SmtpAttempt[] = [];
  const sockets = new Set<Socket>();
  const port = await freePort();
  let server: Server | null = null;
  return {
    url: `smtp://127.0.0.1:${port}`,
    attemptsOf: (fault) => attempts.filter((attempt) => attempt.fault === fault),
    async open() {
      server = createServer((socket) => {
        sockets.add(socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket)));
        talk(socket, attempts);
      }).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server) await new Promise((resolve) => server?.close(resolve));
    },
  };
}

/** The commands of RFC 5321 that a client sends for one email. */
function talk(socket: Socket, attempts: SmtpAttempt[]): void {
  let attempt: SmtpAttempt | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.once("close", () => {
    if (attempt) attempt.endedMs = performance.now();
  });
  say("220 faulty ESMTP");
  createInterface(socket).on("line", (line) => {
    const fault = /^RCPT TO:<(\w+)@/i.exec(line)?.[1];
    if (attempt?.isInData === true) readData(socket, line, attempt);
    else if (fault !== undefined) {
      attempt = startAttempt(fault, attempts);
      say(replyTo(attempt));
    } else if (attempt && /^DATA/i.test(line)) {
      attempt.isInData = true;
      say("354 go on");
    } else say(/^QUIT/i.test(line) ? "221 bye" : "250 ok");
  });
}

function startAttempt(fault: string, attempts: SmtpAttempt[]): SmtpAttempt {
  const attempt: SmtpAttempt = {
    ...{ fault, isFirst: !attempts.some((each) => each.fault === fault), isInData: false },
    ...{ atMs: performance.now(), endedMs: null, messageId: null, isAccepted: false },
  };
  attempts.push(attempt);
  return attempt;
}

function readData(socket: Socket, line: string, attempt: SmtpAttempt): void {
  if (/^message-id:/i.test(line)) attempt.messageId = line.slice("message-id:".length).trim();
  if (line !== ".") return;
  if (attempt.isFirst && attempt.fault === "drop") {
    socket.destroy();
    return;
  }
  if (attempt.isFirst && attempt.fault === "stall") return;
  attempt.isInData = false;
  attempt.isAccepted = true;
  socket.write("250 accepted\r\n");
}

function replyTo({ fault, isFirst }: SmtpAttempt): string {
  if (fault === "refuse") return "550 no such mailbox";
  if (isFirst && fault === "421") return "421 closing";
  if (isFirst && fault === "451") return "451 greylisted, try again later";
  return "250 ok";
}
