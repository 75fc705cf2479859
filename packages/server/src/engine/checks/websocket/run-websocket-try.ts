import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { payloadBytes } from "@vedette/contract/checks/fields/payload.ts";
import type { WebSocket } from "ws";
import { openWebSocket } from "../../../platform/net/probes/open-websocket.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { ANSWER_BYTES_MAX, expectationError, readsAnswer } from "../expectation.ts";
import { type Probe, runProbe } from "../probe.ts";

/** Messages that are read until the expected one came. */
const MESSAGES_MAX = 100;
const NORMAL_CLOSURE = 1000;

type Socket = Parameters<Parameters<Probe["connect"]>[1]>[0];

/** Opens a WebSocket connection, exchanges a message if the check does, and closes it with 1000. */
export function runWebsocketTry(spec: CheckSpecOf<"websocket">, ctx: CheckContext): Promise<CheckTry> {
  const url = new URL(spec.url);
  const isSecure = url.protocol === "wss:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const target = {
    host: url.hostname,
    port,
    tls: isSecure ? { alpn: null, verify: spec.verifyTls } : null,
    ...(spec.ipFamily && { ipFamily: spec.ipFamily }),
  };
  return runProbe(spec, ctx, (probe) =>
    probe.connect(target, (socket) => {
      probe.enter("headers", "the server did not answer the upgrade");
      upgrade(spec, probe, socket);
    }),
  );
}

function upgrade(spec: CheckSpecOf<"websocket">, probe: Probe, socket: Socket): void {
  const { url, headers, subprotocol } = spec;
  const webSocket = openWebSocket(socket, {
    ...{ url, headers, messageBytesMax: ANSWER_BYTES_MAX },
    ...(subprotocol !== undefined && { subprotocol }),
  });
  probe.onEnd(() => webSocket.terminate());
  webSocket.once("open", () => {
    probe.mark("ttfbUs");
    if (!probe.isDone) exchange(spec, probe, webSocket);
  });
  webSocket.once("unexpected-response", (_request, response) => {
    probe.failProtocol(`the server answered ${response.statusCode} in the place of 101`);
  });
  webSocket.once("close", (code) => probe.failClosed(`closed the WebSocket (${code})`));
  // Remains, because `terminate` makes an error of a connection that is not open yet.
  webSocket.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNRESET" || error.code === "EPIPE" || error.message === "socket hang up")
      probe.failClosed();
    else probe.failProtocol(`the server does not speak WebSocket: ${error.message}`);
  });
}

function exchange(spec: CheckSpecOf<"websocket">, probe: Probe, webSocket: WebSocket): void {
  const pass = (facts?: { text: string; bytes: number }) => {
    webSocket.close(NORMAL_CLOSURE);
    probe.pass(facts);
  };
  const isReading = readsAnswer(spec);
  if (spec.send !== undefined) {
    // A message in escapes is text unless it is given as bytes.
    const isBinary = spec.send.startsWith("base64:");
    webSocket.send(payloadBytes(spec.send), { binary: isBinary });
  }
  if (!isReading) {
    pass();
    return;
  }
  probe.enter("body", "the expected message did not come");
  let messages = 0;
  webSocket.on("message", (data) => {
    if (probe.isDone) return;
    const bytes = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
    messages += 1;
    const facts = { text: bytes.toString(), bytes: bytes.length };
    const error = expectationError(spec, facts.text, probe.ctx);
    if (error !== null && messages < MESSAGES_MAX && error.code === "ASSERTION_FAILED") return;
    probe.mark("downloadUs");
    if (error === null) pass(facts);
    else probe.fail(error, facts);
  });
}
