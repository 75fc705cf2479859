import { failure } from "@vedette/contract/common/envelope.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Call, ToolError } from "./tool.ts";

/** Calls endpoints of this server with the credential and the address of an MCP request, without a socket. */
export function createCall(
  app: FastifyInstance,
  { headers, ip }: Pick<FastifyRequest, "headers" | "ip">,
  asMcpClient: <T>(work: () => Promise<T>) => Promise<T>,
): Call {
  const { authorization = "", host = "localhost" } = headers;
  return async (name, { path = {}, query = {}, body } = {}) => {
    const [method, template = ""] = name.split(" ");
    const url = template.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
      encodeURIComponent(path[field] ?? ""),
    );
    // A request is made when it is awaited, so it is awaited within.
    const response = await asMcpClient(
      async () =>
        await app.inject({
          method: method as "GET" | "POST",
          url,
          query: textsOf(query),
          headers: { authorization, host },
          remoteAddress: ip,
          ...(body !== undefined && { payload: body as object }),
        }),
    );
    const answer: unknown = response.json();
    const refused = failure.safeParse(answer);
    if (refused.success) throw new ToolError(describeFailure(refused.data.error));
    // Guarantee behind the cast: the contract declares the response of each endpoint, and the server sends no other.
    return answer as never;
  };
}

function textsOf(query: object): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

type Failure = { code: string; message: string; details?: { path: string; message: string }[] | undefined };

function describeFailure({ code, message, details = [] }: Failure): string {
  const fields = details.map(({ path, message: text }) => `${path}: ${text}`).join("; ");
  return `${code}: ${message}${fields === "" ? "" : ` (${fields})`}`;
}
