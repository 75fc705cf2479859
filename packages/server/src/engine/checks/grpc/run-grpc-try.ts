import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { callHttp2, type Http2Reply } from "../../../platform/net/probes/http2-call.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import { decodeHealthResponse, encodeHealthRequest } from "./health-message.ts";

const ALPN = Buffer.from("\x02h2");
const PATH = "/grpc.health.v1.Health/Check";
const MESSAGE_LENGTH_MAX = 200;

/** The codes that a health service answers with. Source: https://grpc.github.io/grpc/core/md_doc_statuscodes.html */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  5: "NOT_FOUND: the server does not know this service",
  7: "PERMISSION_DENIED",
  12: "UNIMPLEMENTED: the server has no health service",
  14: "UNAVAILABLE",
  16: "UNAUTHENTICATED",
};

/** Asks the gRPC health service of a server once; it must answer SERVING. */
export function runGrpcTry(spec: CheckSpecOf<"grpc">, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, ipFamily } = spec;
  const tls = spec.tls ? { alpn: ALPN, verify: spec.tls.verify } : null;
  return runProbe(spec, ctx, (probe) =>
    probe.connect({ host, port, tls, ...(ipFamily && { ipFamily }) }, (socket) => {
      probe.enter("request", "the request was not sent");
      callHttp2(
        socket,
        {
          authority: hostAndPort(host, port),
          isSecure: tls !== null,
          path: PATH,
          headers: {
            ...lowerCase(spec.headers),
            te: "trailers",
            "content-type": "application/grpc",
            "grpc-timeout": `${spec.timeoutMs}m`,
          },
          body: encodeHealthRequest(spec.service),
        },
        {
          onSent: () => probe.enter("headers", "no answer came"),
          onHead() {
            probe.mark("ttfbUs");
            probe.enter("body", "the answer did not end");
          },
          onReply(reply) {
            probe.mark("downloadUs");
            judge(spec, probe, reply);
          },
          onFailure: (message, isClosed) => {
            if (isClosed) probe.failClosed();
            else probe.failProtocol(message);
          },
        },
      );
    }),
  );
}

function judge({ assertions, service }: CheckSpecOf<"grpc">, probe: Probe, reply: Http2Reply): void {
  const { statusCode, headers, trailers, body } = reply;
  // A response without a message has its status in the headers.
  const status = trailers["grpc-status"] ?? headers["grpc-status"];
  if (statusCode !== 200 || status === undefined || !/^\d{1,3}$/.test(String(status))) {
    probe.failProtocol(`the server does not speak gRPC at this port: HTTP status ${statusCode}`);
    return;
  }
  const grpcStatus = Number(status);
  const serving = grpcStatus === 0 ? decodeHealthResponse(body) : null;
  if (grpcStatus === 0 && serving === null) {
    probe.failProtocol("the answer is not a message of grpc.health.v1");
    return;
  }
  const facts = { values: { grpc_status: grpcStatus, serving_status: serving } };
  const isJudged = assertions.some(({ type }) => type === "serving_status" || type === "grpc_status");
  if (isJudged || serving === "SERVING") {
    probe.pass(facts);
    return;
  }
  const text = String(trailers["grpc-message"] ?? headers["grpc-message"] ?? "").slice(0, MESSAGE_LENGTH_MAX);
  const what = service === "" ? "the server" : service;
  const message =
    serving === null
      ? `expected ${what} to be SERVING, got the gRPC status ${grpcStatus} (${STATUS_NAMES[grpcStatus] ?? text})`
      : `expected ${what} to be SERVING, got ${serving}`;
  probe.fail({ code: "ASSERTION_FAILED", message, phase: "assertion" }, facts);
}

/** Names of metadata are in lower case. */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
