import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Pages that harm the browser that opens them. */
export type HostilePages = {
  url(name: keyof typeof SCRIPTS): string;
  /** The number of requests so far. */
  served(): number;
  close(): Promise<void>;
};

const SCRIPTS = {
  fine: "",
  late: `setTimeout(() => {
    const one = document.createElement('p'); one.id = 'late'; one.textContent = 'late'; document.body.append(one);
  }, 5_000);`,
  /** Takes memory that the collector cannot free. */
  oom: "const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));",
  beforeunload: "addEventListener('beforeunload', (event) => { event.preventDefault(); for (;;); });",
  /** A million elements with 1 KB of text each. */
  dom: `for (let n = 0; n < 1e6; n++) {
    const one = document.createElement('p'); one.textContent = String(n).padEnd(1000, 'x'); document.body.append(one);
  }`,
  flood: "setInterval(() => { for (let n = 0; n < 1000; n++) console.log('x'.repeat(1000)); }, 1);",
};

export async function startHostilePages(): Promise<HostilePages> {
  let served = 0;
  const server = createServer(({ url = "/" }, response) => {
    served += 1;
    const script = SCRIPTS[url.slice(1) as keyof typeof SCRIPTS] ?? "";
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><title>page</title><body><h1>page</h1><script>${script}</script>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    served: () => served,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
