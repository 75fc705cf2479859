// Opens a proxy on the sandbox's loopback that forwards to a socket of the runner: the only egress.
import net from "node:net";

/** @param {string} socketPath @param {number} port */
export function openEgress(socketPath, port) {
  const server = net.createServer((client) => {
    const outward = net.connect(socketPath);
    client.on("error", () => outward.destroy());
    outward.on("error", () => client.destroy());
    client.on("close", () => outward.destroy());
    outward.on("close", () => client.destroy());
    client.pipe(outward).pipe(client);
  });
  server.unref();
  return new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
}
