import type { Socket } from "node:net";
import tls, { type ConnectionOptions, type TLSSocket } from "node:tls";

/**
 * Starts TLS over a connected socket. From then on `destroy` of the socket destroys the TLS socket, which closes the
 * socket below it: Node 24.21 ends with SIGSEGV if that is destroyed first, measured in ADR 0086.
 */
export function secureSocket(socket: Socket, options: Omit<ConnectionOptions, "socket">): TLSSocket {
  const secured = tls.connect({ ...options, socket });
  const destroyBelow = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (secured.destroyed) return destroyBelow(error);
    secured.destroy(error);
    return socket;
  };
  return secured;
}
