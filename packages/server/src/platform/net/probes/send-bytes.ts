import type { Socket } from "node:net";
import type { Egress } from "../egress.ts";
import { RunnerError } from "../net-failure.ts";
import { openSocket } from "../open-socket.ts";
import { openUdp } from "./open-udp.ts";

/**
 * Sends bytes to a server that a user configured and that does not respond, such as a log server: over a connection of its
 * own, or as one datagram, that the egress policy allows. Knows nothing of the content.
 */
export type SendBytes = (target: BytesTarget, bytes: Buffer) => Promise<void>;

export type BytesTarget = {
  host: string;
  port: number;
  transport: "tls" | "tcp" | "udp";
  /** Whether the certificate must be valid. */
  verify: boolean;
};

/** Maximum duration of a send: the connection, and the closing by the server. */
export const SEND_BYTES_TIMEOUT_MS = 12_000;
const DEADLINE_MS = 10_000;
/** After its bytes were taken, a server that closes the connection in this time has not rejected them. */
const CLOSE_WAIT_MS = 1_000;
/** A closed port is reported within this time, if at all. */
const DATAGRAM_WAIT_MS = 200;

/** The returned function throws an Error with a message if the bytes were not taken. */
export function createSendBytes(egress: Egress, { deadlineMs = DEADLINE_MS } = {}): SendBytes {
  return async ({ host, port, transport, verify }, bytes) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    if (transport === "udp") return sendDatagram(egress, { host, port, deadline }, bytes);
    const target = { host, port, isSecure: transport === "tls", verify };
    const socket = await openSocket(egress, target, deadline);
    try {
      await sendAndClose(socket, bytes, deadline);
    } catch (error) {
      if (deadline.aborted) throw new Error(`${host} did not take the message in time`, { cause: error });
      throw error;
    } finally {
      socket.destroy();
    }
  };
}

function sendAndClose(socket: Socket, bytes: Buffer, deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      deadline.removeEventListener("abort", onDeadline);
      end();
    };
    const onDeadline = () => settle(() => reject(new Error("the deadline has passed")));
    let timer: NodeJS.Timeout | undefined;
    deadline.addEventListener("abort", onDeadline, { once: true });
    socket.on("error", (error) => settle(() => reject(error)));
    socket.once("close", () => settle(resolve));
    socket.resume();
    socket.end(bytes, () => {
      timer = setTimeout(() => settle(resolve), CLOSE_WAIT_MS);
    });
  });
}

function sendDatagram(
  egress: Egress,
  { host, port, deadline }: { host: string; port: number; deadline: AbortSignal },
  bytes: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      deadline.removeEventListener("abort", onDeadline);
      close();
      end();
    };
    const onDeadline = () => settle(() => reject(new Error(`${host} was not reached in time`)));
    let timer: NodeJS.Timeout | undefined;
    deadline.addEventListener("abort", onDeadline, { once: true });
    const close = openUdp(
      egress,
      { host, port },
      {
        onResolved: ignore,
        onAddress: ignore,
        onMessage: ignore,
        onOpen(channel) {
          channel.send(bytes);
          timer = setTimeout(() => settle(resolve), DATAGRAM_WAIT_MS);
        },
        onFailure: (failure) =>
          settle(() => reject(failure instanceof RunnerError ? failure : new Error(failure.error.message))),
      },
    );
  });
}

function ignore(): void {}
