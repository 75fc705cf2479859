import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { quotable } from "../dialogue/check-failure.ts";
import { type ServiceAnswer, type ServiceVerdict, tryService } from "../http/service/try-service.ts";
import { readContainer } from "./read-container.ts";

type Spec = CheckSpecOf<"docker">;

/** Asks a container engine for the state of a container, over TCP or the Unix socket of its machine. */
export function runDockerTry(spec: Spec, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, socketPath, tls, auth, container, ipFamily, timeoutMs } = spec;
  // The host of a request over a Unix socket is only a name.
  const server = socketPath === undefined ? hostAndPort(host, port) : "docker";
  return tryService(spec, ctx, {
    visit: {
      url: `${tls ? "https" : "http"}://${server}/containers/${encodeURIComponent(container)}/json`,
      method: "GET",
      headers: { accept: "application/json" },
      body: null,
      followRedirects: false,
      verifyTls: tls?.verify ?? true,
      timeoutMs,
      ...(auth && { auth }),
      ...(ipFamily && { ipFamily }),
      ...(socketPath !== undefined && { unixSocket: socketPath }),
    },
    judge: (answer) => judge(spec, answer),
  });
}

function judge({ container, assertions }: Spec, { statusCode, text }: ServiceAnswer): ServiceVerdict {
  const read = readContainer(text);
  if (statusCode === 200 && "state" in read) {
    const { state, health, restarts } = read;
    const values = { container_state: state, container_health: health, restart_count: restarts };
    const isJudged = assertions.some(({ type }) => type === "container_state" || type === "container_health");
    const isUp = isJudged || (state === "running" && health !== "unhealthy");
    if (isUp) return { error: null, values };
    const found = state === "running" ? "unhealthy" : `${state}${read.detail}`;
    const message = `expected the container ${quotable(container)} to be running and healthy, got ${found}`;
    return { error: { code: "ASSERTION_FAILED", message, phase: "assertion" }, values };
  }
  if ("message" in read && statusCode >= 400) {
    const message = `the container engine answered with an error: ${quotable(read.message)}`;
    return { error: { code: "SERVICE_ERROR", message, phase: "body" } };
  }
  const message = `the server is not a container engine: HTTP status ${statusCode}`;
  return { error: { code: "PROTOCOL_ERROR", message, phase: "body" } };
}
