import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, serviceFailure } from "../dialogue/check-failure.ts";
import { type ServiceAnswer, tryService } from "../http/service/try-service.ts";

/** Asks the management plug-in of RabbitMQ for a health check. Source: its HTTP API reference, /api/health/checks. */
export function runRabbitmqTry(spec: CheckSpecOf<"rabbitmq">, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, tls, user = "", password = "", healthCheck, ipFamily, timeoutMs } = spec;
  const scheme = tls ? "https" : "http";
  return tryService(spec, ctx, {
    visit: {
      url: `${scheme}://${hostAndPort(host, port)}/api/health/checks/${healthCheck}`,
      method: "GET",
      headers: { accept: "application/json" },
      body: null,
      auth: { type: "basic", username: user, password },
      followRedirects: false,
      verifyTls: tls?.verify ?? true,
      timeoutMs,
      ...(ipFamily && { ipFamily }),
    },
    judge: (answer) => ({ error: errorIn(answer) }),
  });
}

function errorIn(answer: ServiceAnswer): CheckError | null {
  const { statusCode, text } = answer;
  const parsed = parse(text);
  if (statusCode === 200 && parsed?.status === "ok") return null;
  const reason = typeof parsed?.reason === "string" ? parsed.reason : `HTTP status ${statusCode}`;
  const failure =
    statusCode === 401
      ? loginFailure(reason)
      : parsed === null
        ? protocolFailure(`the server is not the management plug-in of RabbitMQ: HTTP status ${statusCode}`)
        : serviceFailure(reason);
  return { code: failure.code, message: failure.message, phase: "body" };
}

function parse(text: string): { status?: unknown; reason?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
