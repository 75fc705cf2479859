import type { BodyOf, QueryOf } from "@vedette/contract/common/endpoint.ts";
import type { Endpoints } from "@vedette/contract/endpoints.ts";
import type { z } from "zod";

/**
 * Tools of the MCP server. A tool calls endpoints of the API as the caller, so that authorization, validation, masking,
 * rate limits, isolation of organizations and the audit log are those of the API. Must not depend on any resource.
 */

export type EndpointName = keyof Endpoints;

type Input<E> = {
  path?: Record<string, string>;
  query?: undefined extends QueryOf<E> ? never : Partial<NonNullable<QueryOf<E>>>;
  body?: BodyOf<E>;
};

/** Calls an endpoint as the caller. Throws a `ToolError` with the message of the API if it is refused. */
export type Call = <Name extends EndpointName>(
  name: Name,
  input?: Input<Endpoints[Name]>,
) => Promise<Endpoints[Name]["response"]>;

export type ToolContext = {
  call: Call;
  /** Whether the key of the caller may call the endpoint. */
  mayCall(name: EndpointName): boolean;
  /** Milliseconds since 1970. */
  now(): number;
};

export type Tool = {
  /** A verb and a noun, in snake case. */
  name: string;
  title: string;
  description: string;
  input: z.ZodType;
  /** The endpoints that it needs. A caller who may not call all of them does not see the tool. */
  endpoints: readonly EndpointName[];
  /** Whether it overwrites or deletes something. */
  isDestructive?: true;
  /** Returns what is sent as JSON. */
  run(ctx: ToolContext, args: unknown): Promise<unknown>;
};

/** Checks a tool against its own input schema, then erases its type. */
export function defineTool<S extends z.ZodType>(
  tool: Omit<Tool, "input" | "run"> & {
    input: S;
    run(ctx: ToolContext, args: z.output<S>): Promise<unknown>;
  },
): Tool {
  // Guarantee behind the cast: `mcp-server.ts` calls a tool only with arguments that its own `input` has parsed.
  return { ...tool, run: (ctx, args) => tool.run(ctx, args as z.output<S>) };
}

/** A failure that the client sees as the result of the tool. */
export class ToolError extends Error {}
