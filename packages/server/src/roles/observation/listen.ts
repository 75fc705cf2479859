import type { FastifyInstance } from "fastify";
import { StartError } from "../../platform/kernel/errors.ts";

/** Listens, and returns the URL to open in a browser on this machine. */
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
 * Returns the text that the operator sees once everything runs. It shows key and link, which are never shown
 * again.
 */
export function welcome({
  url,
  firstKey,
  setupUrl,
}: {
  url: string;
  firstKey: string | null;
  setupUrl: string | null;
}): string {
  const lines = ["", `  Vedette is running at ${url}`, `  API reference: ${url}/docs`];
  if (setupUrl) {
    lines.push(
      "",
      "  Sign up here as the first person, within a week; the link works once:",
      `  ${setupUrl}`,
    );
  }
  if (firstKey) {
    lines.push(
      "",
      "  Your first API key (scope admin), shown this once:",
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
    return `Port ${port} is taken by another program: end that one, or set PORT to a free one, as in 'PORT=8081 npm start'.`;
  }
  if (code === "EACCES") return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL")
    return `This machine has no address ${host}: set VEDETTE_HOST to one that it has.`;
  return `Cannot listen on ${host} port ${port}: ${error instanceof Error ? error.message : error}.`;
}
