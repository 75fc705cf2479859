import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { requireInstalled } from "../../../platform/kernel/own-files.ts";
import { guardedServiceWorker } from "./guard-responses.ts";
import { startPage } from "./start-script.ts";
import { inlineScriptHashes, traceViewerPolicy } from "./trace-viewer-policy.ts";

const PREFIX = "/trace-viewer/";
const SERVICE_WORKER = "sw.bundle.js";

/**
 * Serves Playwright's trace viewer from its own path. A trace contains parts of hostile pages, so the viewer gets a
 * stricter policy than the dashboard; see docs/adr/0058-trace-viewer.md. It reads no trace: the dashboard passes it in the
 * browser.
 */
export async function serveTraceViewer(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  const root = join(
    dirname(requireInstalled.resolve("playwright-core/package.json")),
    "lib/vite/traceViewer",
  );
  const page = startPage(await readFile(join(root, "index.html"), "utf8"), SERVICE_WORKER);
  const scriptHashes = inlineScriptHashes(page.html);
  const serviceWorker = guardedServiceWorker(await readFile(join(root, SERVICE_WORKER), "utf8"));
  await app.register(async (viewer) => {
    viewer.addHook("onRequest", async (request, reply) => {
      const host = publicUrl === null ? request.host : new URL(publicUrl).host;
      reply.header("content-security-policy", traceViewerPolicy({ host, path: PREFIX, scriptHashes }));
      reply.header("x-frame-options", "SAMEORIGIN");
    });
    const made: readonly [path: string, type: string, text: string][] = [
      ["", "text/html", page.html],
      ["index.html", "text/html", page.html],
      ["start.js", "text/javascript", page.script],
      [SERVICE_WORKER, "text/javascript", serviceWorker],
    ];
    for (const [path, type, text] of made)
      viewer.get(
        `${PREFIX}${path}`,
        { schema: { hide: true }, config: { access: "public" } },
        async (_request, reply) =>
          reply.type(`${type}; charset=utf-8`).header("cache-control", "no-cache").send(text),
      );
    await viewer.register(fastifyStatic, {
      root,
      prefix: PREFIX,
      wildcard: false,
      decorateReply: false,
      // The user interface of Playwright's test runner connects to a server that Vedette does not have.
      globIgnore: [SERVICE_WORKER, "index.html", "uiMode*"],
      // Not all file names contain a hash of the content.
      setHeaders: (reply) => reply.header("cache-control", "no-cache"),
    });
  });
}
