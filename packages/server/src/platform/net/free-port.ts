import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a TCP port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("the system assigned no port");
  return address.port;
}
