import { createSocket } from "node:dgram";
import { isIP } from "node:net";
import type { Egress } from "../egress.ts";
import { type NetFailure, RunnerError, toRunnerError } from "../net-failure.ts";
import type { IpFamily } from "../resolve.ts";

export type UdpTarget = { host: string; port: number; ipFamily?: IpFamily };

/** A socket that exchanges datagrams with one address only. */
export type UdpChannel = { send(datagram: Uint8Array): void; close(): void };

export type UdpHandler = {
  /** Not called if the host is an address. */
  onResolved(): void;
  onAddress(ip: string): void;
  onOpen(channel: UdpChannel): void;
  onMessage(datagram: Buffer): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/**
 * Resolves a host, checks the egress policy, and opens a UDP socket that is connected to the first address: the system
 * drops datagrams of others, and reports a closed port. The caller sets the deadline; the returned function closes all.
 */
export function openUdp(
  egress: Egress,
  { host, port, ipFamily }: UdpTarget,
  handler: UdpHandler,
): () => void {
  let isClosed = false;
  let channel: UdpChannel | null = null;
  const cancelResolve = egress.resolve(
    host,
    port,
    (result) => {
      if (isClosed) return;
      if (result instanceof RunnerError || "error" in result) {
        handler.onFailure(result);
        return;
      }
      if (!result.isLiteral) handler.onResolved();
      channel = openChannel({ ip: result.addresses[0] ?? "", port }, handler);
    },
    ipFamily,
  );
  return () => {
    isClosed = true;
    cancelResolve();
    channel?.close();
  };
}

function openChannel({ ip, port }: { ip: string; port: number }, handler: UdpHandler): UdpChannel {
  const socket = createSocket(isIP(ip) === 6 ? "udp6" : "udp4");
  let isClosed = false;
  const channel: UdpChannel = {
    send: (datagram) => {
      // An error arrives as an event.
      if (!isClosed) socket.send(datagram);
    },
    close: () => {
      if (!isClosed) socket.close();
      isClosed = true;
    },
  };
  handler.onAddress(ip);
  const onError = (error: NodeJS.ErrnoException) => {
    if (isClosed) return;
    channel.close();
    handler.onFailure(toRunnerError(error) ?? toFailure(error, ip, port));
  };
  // Remains for the lifetime of the socket, because a late error without a listener would be thrown.
  socket.on("error", onError);
  socket.on("message", (datagram) => {
    if (!isClosed) handler.onMessage(datagram);
  });
  // An error, such as a missing route, is passed to the callback and is no event then.
  const onConnect = (error?: NodeJS.ErrnoException | null) => {
    if (error) onError(error);
    else if (!isClosed) handler.onOpen(channel);
  };
  socket.connect(port, ip, onConnect);
  return channel;
}

function toFailure(error: NodeJS.ErrnoException, ip: string, port: number): NetFailure {
  const code = error.code ?? "unknown";
  const endpoint = ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
  if (code === "ECONNREFUSED") {
    const message = `${endpoint} refused the datagram: nothing listens on this port`;
    return { error: { code: "CONNECT_REFUSED", message, phase: "connect" }, code };
  }
  if (code === "EMSGSIZE") {
    const message = "the datagram is too long to be sent";
    return { error: { code: "PROTOCOL_ERROR", message, phase: "request" }, code };
  }
  const message = `${endpoint} cannot be reached (${code})`;
  return { error: { code: "CONNECT_TIMEOUT", message, phase: "connect" }, code };
}
