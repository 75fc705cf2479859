import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import type { ApiRunSpec, ApiStepSpec, RunOutcome, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { onTestFinished } from "vitest";
import { listening } from "./raw-server.ts";

/** A request that the server received. */
export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
};
type RequestHandler = (got: ReceivedRequest, response: ServerResponse) => void;

/** Starts an HTTP server on loopback that records its requests. */
export async function startApi(handle: RequestHandler) {
  const got: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(request, "end");
    const received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    got.push(received);
    handle(received, response);
  });
  const { port, close, idle } = await listening(server);
  return { url: `http://127.0.0.1:${port}`, port, got, close, idle };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export function step(url: string, changes: Partial<ApiStepSpec> = {}): ApiStepSpec {
  return {
    name: "step",
    method: "GET",
    url,
    headers: {},
    query: {},
    body: null,
    auth: null,
    timeoutMs: 5_000,
    followRedirects: true,
    verifyTls: true,
    assertions: [],
    extract: [],
    continueOnFailure: false,
    alwaysRun: false,
    ...changes,
  };
}

export function apiSpec(
  steps: readonly ApiStepSpec[],
  changes: Partial<Omit<ApiRunSpec, "kind" | "steps">> = {},
): ApiRunSpec {
  return { kind: "api_monitor", steps, timeoutMs: 10_000, values: {}, secretNames: [], ...changes };
}

/**
 * An API with sign-in and stored things. Each token is valid for one request, whose response contains the
 * next token, and the session is a cookie.
 */
export function startThingsApi(password: string) {
  const things = new Map<string, unknown>();
  let token = 0;
  return startApi(({ method, path, headers, body }, response) => {
    if (path === "/login") {
      const { password: given } = JSON.parse(body) as { password?: string };
      if (given !== password) return json(response, 401, { error: "wrong password" });
      response.setHeader("Set-Cookie", "sid=session-1; Path=/; HttpOnly");
      token += 1;
      return json(response, 200, { token: `token-${token}` });
    }
    const isAllowed =
      headers.authorization === `Bearer token-${token}` && headers.cookie?.includes("sid=session-1");
    if (!isAllowed) return json(response, 403, { error: "not signed in" });
    token += 1;
    response.setHeader("X-Next-Token", `token-${token}`);
    if (method === "POST") {
      const id = `thing-${things.size + 1}`;
      things.set(id, JSON.parse(body));
      return json(response, 201, { id });
    }
    const id = path.split("/").at(-1) ?? "";
    if (!things.has(id)) return json(response, 404, { error: "no such thing" });
    if (method === "DELETE") {
      things.delete(id);
      return response.writeHead(204).end();
    }
    return json(response, 200, { id, thing: things.get(id) });
  });
}

/** Closes the server when the test finishes. */
export async function opened<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}

export function statusIs(value: number): Assertion {
  return { type: "status_code", property: null, operator: "equals", value };
}

export function statuses(outcome: RunOutcome): string[] {
  return outcome.steps.map(({ status }) => status);
}

/** Returns the first step of an outcome. */
export function only(outcome: RunOutcome): StepOutcome {
  const [first] = outcome.steps;
  if (first === undefined) throw new Error("the outcome has no step");
  return first;
}
