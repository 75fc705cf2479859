import type { CheckError, CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { payloadBytes } from "@vedette/contract/checks/fields/payload.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { readsAnswer } from "../expectation.ts";
import { type Probe, runProbe } from "../probe.ts";
import { readAnswer } from "./read-answer.ts";

type Socket = Parameters<Parameters<Probe["connect"]>[1]>[0];

/** Opens a TCP connection, exchanges data if the check does, and closes it again. */
export function runTcpTry(spec: CheckSpecOf<"tcp">, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, ipFamily, tls } = spec;
  const target = { host, port, tls: tls ? { alpn: null, verify: tls.verify } : null };
  const isExchanging = spec.send !== undefined || readsAnswer(spec);
  return runProbe(spec, ctx, (probe) => {
    if (spec.expectsClosed) probe.expectErrors(CLOSED);
    probe.connect({ ...target, ...(ipFamily && { ipFamily }) }, (socket) => {
      if (spec.expectsClosed) probe.fail(openError(spec));
      else if (isExchanging) exchange(spec, probe, socket);
      else probe.pass();
    });
  });
}

/** A firewall rejects a connection, or drops it so that it times out. */
const CLOSED: readonly CheckErrorCode[] = ["CONNECT_REFUSED", "CONNECT_TIMEOUT"];

function openError({ port }: CheckSpecOf<"tcp">): CheckError {
  const message = `port ${port} accepts connections, and it is expected to be closed`;
  return { code: "PORT_OPEN", message, phase: "connect" };
}

function exchange(spec: CheckSpecOf<"tcp">, probe: Probe, socket: Socket): void {
  const isReading = readsAnswer(spec);
  socket.on("error", (error) => probe.failSocket(error));
  probe.enter("request", "the data was not sent");
  if (isReading) {
    probe.enter("headers", "no answer came");
    readAnswer(spec, probe, socket);
  }
  if (spec.send === undefined) return;
  socket.write(payloadBytes(spec.send), () => {
    if (isReading || probe.isDone) return;
    probe.mark("ttfbUs");
    probe.pass();
  });
}
