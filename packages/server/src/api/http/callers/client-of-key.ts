import { AsyncLocalStorage } from "node:async_hooks";
import type { KeyActor } from "../../../platform/kernel/actor.ts";

/** How a key is used, for the name in the audit log. Requests that a tool of the MCP server makes are named `mcp:<key>`. */
const client = new AsyncLocalStorage<"mcp">();

/** Runs work whose requests, made with `inject`, are those of an MCP client. */
export function asMcpClient<T>(work: () => Promise<T>): Promise<T> {
  return client.run("mcp", work);
}

export function namedByClient(actor: KeyActor): KeyActor {
  const name = client.getStore();
  return name === undefined ? actor : { ...actor, name: `${name}:${actor.name}` };
}
