import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KeyActor } from "../../platform/kernel/actor.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Access, Route } from "../routing/define-route.ts";
import { isAllowedOrigin, type OriginRules } from "./allowed-origin.ts";
import { createCall } from "./call-endpoint.ts";
import type { ToolAccess } from "./mcp-server.ts";
import type { EndpointName } from "./tool.ts";

/**
 * The MCP server of the API: Streamable HTTP without sessions, at one path. It offers a part of the API as tools to AI
 * agents, with an API key as the credential. Must not depend on any resource: tools call endpoints.
 */

const MCP_PATH = "/mcp";
export const MCP_ROUTES = [{ method: "POST", url: MCP_PATH }] as const;

/** The largest argument is a document of monitoring as code. A model writes no larger one. */
const BODY_BYTES_MAX = 262_144;
/** Longer than the slowest endpoint that a tool calls, which checks a monitor. */
const HANDLER_TIMEOUT_MS = 90_000;

export type McpDeps = {
  routes: readonly Route[];
  version: string;
  clock: Clock;
  origins: OriginRules;
  isAllowed(actor: KeyActor, access: Exclude<Access, "public">, method: string): boolean;
  /** Marks the requests of `work` as those of an MCP client, for the audit log. */
  asMcpClient<T>(work: () => Promise<T>): Promise<T>;
};

export function serveMcp(app: FastifyInstance, deps: McpDeps): void {
  const routes = new Map(deps.routes.map((route) => [endpointOf(route), route]));
  app.route({
    method: "POST",
    url: MCP_PATH,
    schema: { hide: true },
    bodyLimit: BODY_BYTES_MAX,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // Keys of scope `agent`, `read` and `admin`. Each endpoint that a tool calls is authorized by itself.
    config: { access: { scope: "agent", role: "viewer", isRead: true } },
    onRequest: async ({ headers }) => {
      if (isAllowedOrigin(headers, deps.origins)) return;
      throw new AppError(
        "FORBIDDEN",
        `Pages of ${headers.origin} may not use the MCP server (VEDETTE_CORS_ORIGINS).`,
      );
    },
    onSend: async (_request, reply) => {
      if (reply.statusCode === 401) reply.header("www-authenticate", 'Bearer realm="vedette"');
    },
    handler: (request, reply) => handle(request, reply, { ...deps, app, routes }),
  });
}

type Served = Omit<McpDeps, "routes"> & { app: FastifyInstance; routes: ReadonlyMap<string, Route> };

async function handle(request: FastifyRequest, reply: FastifyReply, served: Served): Promise<FastifyReply> {
  const { actor, body } = request;
  if (actor?.kind !== "key") {
    throw new AppError("UNAUTHORIZED", "The MCP server needs an API key: Authorization: Bearer <API_KEY>.");
  }
  if (Array.isArray(body)) {
    throw new AppError(
      "BAD_REQUEST",
      "Send one JSON-RPC message a request: MCP has no batches since 2025-06-18.",
    );
  }
  // Loaded by the first request: most installations have no MCP client.
  const { WebStandardStreamableHTTPServerTransport } = await import(
    "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
  );
  const { createMcpServer } = await import("./mcp-server.ts");
  const server = createMcpServer(accessOf(request, actor, served), served.version);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(toWebRequest(request), { parsedBody: body });
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.code(response.status).send(await response.text());
  } finally {
    await server.close();
  }
}

function accessOf(request: FastifyRequest, actor: KeyActor, served: Served): ToolAccess {
  const routeOf = (name: EndpointName): Route => {
    const route = served.routes.get(name);
    if (!route) throw new Error(`a tool needs ${name}, which is no route`);
    return route;
  };
  return {
    now: served.clock.now,
    call: createCall(served.app, request, served.asMcpClient),
    mayCall(name) {
      const { access, method } = routeOf(name);
      return access === "public" || served.isAllowed(actor, access, method);
    },
    isRead(name) {
      const { access, method } = routeOf(name);
      return method === "GET" || (typeof access === "object" && "isRead" in access && access.isRead === true);
    },
  };
}

/** The name of a route in the contract: `/a/:id` as `/a/{id}`. */
function endpointOf({ method, url }: Route): string {
  return `${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`;
}

/** The transport reads the headers; the body is already parsed. */
function toWebRequest({ headers, protocol, host }: FastifyRequest): Request {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`${protocol}://${host}${MCP_PATH}`, {
    method: "POST",
    headers: given.filter(([name]) => name !== "content-length" && name !== "authorization"),
  });
}
