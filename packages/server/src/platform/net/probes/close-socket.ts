import type { Socket } from "node:net";

/** How long a server may take to close a session that the check has ended. The check does not wait for it. */
const CLOSE_MS = 1_000;

/** Closes the socket of a check: at once, or when its last bytes were sent if the session was ended. */
export function closeSocket(socket: Socket): void {
  if (!socket.writableEnded || socket.destroyed) {
    socket.destroy();
    return;
  }
  const deadline = setTimeout(() => socket.destroy(), CLOSE_MS);
  deadline.unref();
  socket.once("close", () => clearTimeout(deadline));
  // The end of the stream is seen only if what is before it is read.
  socket.resume();
}
