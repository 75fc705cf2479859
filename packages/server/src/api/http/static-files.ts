import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApiPath } from "./callers/caller.ts";

/** Serves a path without a route; false if it is not one of the dashboard. */
export type PageFallback = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Returns the page of the built dashboard; empty without a build. */
export async function readDashboardPage(directory: string | null): Promise<string> {
  const path = directory === null ? null : join(directory, "index.html");
  return path !== null && existsSync(path) ? readFile(path, "utf8") : "";
}

/**
 * Serves the built dashboard. The paths of its pages exist only in the browser, so any other path requested
 * as a page returns the dashboard. Without a build, `/` links to the API reference.
 */
export async function serveDashboard(app: FastifyInstance, directory: string | null): Promise<PageFallback> {
  if (directory === null || !existsSync(join(directory, "index.html"))) {
    app.get("/", { schema: { hide: true }, config: { access: "public" } }, async (_request, reply) =>
      reply.type("text/html; charset=utf-8").send(WELCOME_PAGE),
    );
    return () => false;
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    // The build compresses each file once; compressing on each request would cost more than it saves.
    preCompressed: true,
    // They have one route for all: a route for each took 3 MB.
    globIgnore: ["**/*.{br,gz}", "assets/**"],
    setHeaders: (reply, path) => {
      // Names of built assets contain a hash of their content; pages do not.
      const isHashed = path.startsWith(join(directory, "assets"));
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get(
    "/assets/:file",
    { schema: { hide: true }, config: { access: "public" } },
    async (request, reply) => {
      const { file } = request.params as { file: string };
      return ASSET.test(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound();
    },
  );
  return (request, reply) => {
    if (!isPageRequest(request)) return false;
    reply.sendFile("index.html");
    return true;
  };
}

/** A file of the build, but not a compressed copy of one. */
const ASSET = /^\w[\w.-]*(?<!\.br|\.gz)$/;

function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  const isOthers = isApiPath(url) || NON_PAGE_PATH.test(url);
  return isRead && !isOthers && (headers.accept ?? "").includes("text/html");
}

/** The dashboard has no pages below these paths, so an unknown path must return 404. */
const NON_PAGE_PATH =
  /^\/(a|api|docs|healthz|readyz|metrics|mcp|assets|trace-viewer|status|internal)(?:[/?]|$)/;

const WELCOME_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vedette</title></head>
<body>
<h1>Vedette</h1>
<p>This server watches websites, APIs and user journeys. Its web interface is not built here; the API is.</p>
<ul>
<li><a href="/docs">API reference</a></li>
<li><a href="/api/v1/openapi.json">OpenAPI document</a></li>
<li><a href="/readyz">Readiness</a></li>
</ul>
</body>
</html>
`;
