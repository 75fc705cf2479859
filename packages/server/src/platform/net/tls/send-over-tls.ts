import type { Socket } from "node:net";
import type { Egress } from "../egress.ts";
import { openSocket } from "../open-socket.ts";
import { type ClientIdentity, createTlsContexts, isTlsCode, tlsFailure } from "../tls.ts";

/**
 * Sends bytes over TLS to a server that a user configured, over a connection of its own that the egress policy allows.
 * Knows nothing of the content.
 */
export type SendOverTls = (target: TlsBytesTarget, bytes: Buffer) => Promise<void>;

export type TlsBytesTarget = {
  host: string;
  port: number;
  /** Certificate authorities in PEM, trusted in addition to the public ones. */
  ca: string | null;
  identity: ClientIdentity | null;
};

const DEADLINE_MS = 10_000;

/**
 * The returned function resolves when the server has closed the connection in answer to ours, which it does after it has
 * read everything: a protocol without acknowledgements has no better proof. It throws an Error with a message otherwise.
 */
export function createSendOverTls(egress: Egress, { deadlineMs = DEADLINE_MS } = {}): SendOverTls {
  return async ({ host, port, ca, identity }, bytes) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const own = ca === null ? egress : { ...egress, tls: createTlsContexts([ca]) };
    const target = { host, port, isSecure: true, ...(identity && { identity }) };
    const socket = await openSocket(own, target, deadline);
    try {
      await sendAndAwaitClose(socket, bytes, deadline);
    } catch (error) {
      if (deadline.aborted) throw new Error(`${host} did not take the messages in time`, { cause: error });
      throw error;
    } finally {
      socket.destroy();
    }
  };
}

function sendAndAwaitClose(socket: Socket, bytes: Buffer, deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSent = false;
    let failure: Error | null = null;
    const onDeadline = () => {
      failure = new Error("the deadline has passed");
      socket.destroy();
    };
    deadline.addEventListener("abort", onDeadline, { once: true });
    socket.on("error", (error) => {
      failure ??= describeTlsError(error);
    });
    socket.once("close", () => {
      deadline.removeEventListener("abort", onDeadline);
      if (failure !== null) reject(failure);
      else if (isSent) resolve();
      else reject(new Error("the server closed the connection before it had everything"));
    });
    socket.resume();
    socket.end(bytes, () => {
      isSent = true;
    });
  });
}

/** In TLS 1.3 a server rejects the certificate of a client after the handshake, with the text of OpenSSL as the message. */
function describeTlsError(error: NodeJS.ErrnoException): Error {
  if (error.code === undefined || !isTlsCode(error.code)) return error;
  return new Error(tlsFailure(error).error.message, { cause: error });
}
