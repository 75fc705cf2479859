import type { FastifyInstance } from "fastify";
import { StartError } from "../../platform/kernel/errors.ts";

/** Starts to listen, and returns the URL to open in a browser on this machine. */
export async function listen(
  server: FastifyInstance,
  { listenAddress: host, port, publicUrl }: { listenAddress: string; port: number; publicUrl: string | null },
): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw new StartError(listenError(error, { host, port }), { cause: error });
  }
  const address = server.server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return publicUrl ?? `http://localhost:${actual}`;
}

/**
 * Returns the text that the operator sees once everything runs. It is the only place that shows the first key and
 * the setup link.
 */
export function welcome({
  url,
  firstKey,
  setupUrl,
  demo,
}: {
  url: string;
  firstKey: string | null;
  setupUrl: string | null;
  demo: { email: string; password: string } | null;
}): string {
  const lines = ["", `  Vedette is running at ${url}`, `  API reference: ${url}/docs`];
  if (demo) {
    lines.push(
      "",
      "  Sample data: sign in with this account. The password is shown only once:",
      `  ${demo.email}  ${demo.password}`,
      "  'vedette demo remove' deletes the sample data.",
    );
  }
  if (setupUrl) {
    lines.push("", "  Create the first account here. The link works once, within a week:", `  ${setupUrl}`);
  }
  if (firstKey) {
    lines.push(
      "",
      "  Your first API key (scope admin), shown only once:",
      `  ${firstKey}`,
      "",
      "  Try it:",
      `  curl ${url}/api/v1/monitors -H 'Authorization: Bearer ${firstKey}' \\`,
      `    -H 'Content-Type: application/json' -d '{"name": "Example", "type": "url", "url": "https://example.com"}'`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}

function listenError(error: unknown, { host, port }: { host: string; port: number }): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use by another program: stop it, or set PORT to a free port, as in 'PORT=8081 npm start'.`;
  }
  if (code === "EACCES") return `Port ${port} is not allowed for this user: set PORT to a port above 1023.`;
  if (code === "EADDRNOTAVAIL")
    return `This machine has no address ${host}: set VEDETTE_HOST to one of its addresses.`;
  return `Cannot listen on ${host} port ${port}: ${error instanceof Error ? error.message : error}.`;
}
