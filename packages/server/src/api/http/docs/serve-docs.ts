import type { FastifyInstance, FastifyReply } from "fastify";
import { OPENAPI_PATH } from "../openapi/openapi.ts";
import { type DocsPage, readDocs } from "./read-docs.ts";

/** The documentation of this version as Markdown, and `/llms.txt`, its index for models. Source: https://llmstxt.org. */

export const LLMS_PATH = "/llms.txt";
const CACHED_SECONDS = 3_600;

export async function serveDocs(
  app: FastifyInstance,
  { directory, publicUrl }: { directory: string | null; publicUrl: string | null },
): Promise<void> {
  const pages = await readDocs(directory);
  const route = { method: "GET", schema: { hide: true }, config: { access: "public" } } as const;
  for (const { path, read } of pages) {
    app.route({
      ...route,
      url: path,
      handler: async (_request, reply) => send(reply, { type: "text/markdown", text: await read() }),
    });
  }
  app.route({
    ...route,
    url: LLMS_PATH,
    handler: async ({ protocol, host }, reply) =>
      send(reply, { type: "text/plain", text: indexOf(pages, publicUrl ?? `${protocol}://${host}`) }),
  });
}

function send(reply: FastifyReply, { type, text }: { type: string; text: string }): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header("cache-control", `public, max-age=${CACHED_SECONDS}`)
    .send(text);
}

function indexOf(pages: readonly DocsPage[], serverUrl: string): string {
  const linesOf = (isReference: boolean) =>
    pages
      .filter(({ path }) => path.startsWith("/docs/reference/") === isReference)
      .map(({ path, title, summary }) => `- [${title}](${serverUrl}${path})${summary && `: ${summary}`}`);
  return [
    "# Vedette",
    "",
    "> Vedette is a self-hostable monitoring service: checks of URLs and services, API monitors, browser journeys, heartbeats, " +
      "alerts, incidents and status pages.",
    "",
    `The REST API is below ${serverUrl}/api/v1. Each request needs an API key as \`Authorization: Bearer <API_KEY>\`. An MCP ` +
      `server with tools for AI agents is at ${serverUrl}/mcp, with the same keys.`,
    "",
    "## Guides",
    "",
    ...linesOf(false),
    "",
    "## Reference",
    "",
    `- [OpenAPI document](${serverUrl}${OPENAPI_PATH}): Every endpoint with its parameters, bodies and responses.`,
    ...linesOf(true),
    "",
  ].join("\n");
}
