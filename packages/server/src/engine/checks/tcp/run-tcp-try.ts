import type { CheckError, CheckPhase } from "@vedette/contract/checks/check-errors.ts";
import type { TcpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import { connect } from "../../../platform/net/connect.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { assertionError } from "../assertion-error.ts";
import { evaluateAssertions } from "../assertions/evaluate.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { createTimeline } from "../timeline.ts";
import { timeoutError } from "../timeout-error.ts";
import { untilStopped } from "../until-stopped.ts";

/** Opens a TCP connection and closes it again. Sends and reads nothing. */
export function runTcpTry(spec: TcpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  return untilStopped(ctx.signal, (end) => startTcpTry(spec, ctx, end));
}

/** The returned function aborts without a callback. */
function startTcpTry(
  spec: TcpCheckSpec,
  ctx: CheckContext,
  { resolve, reject }: { resolve: (found: CheckTry) => void; reject: (error: unknown) => void },
): () => void {
  const timeline = createTimeline(ctx.clock);
  let phase: CheckPhase = "dns";
  let ip: string | null = null;

  const finish = (error: CheckError | null) => {
    clearTimeout(deadline);
    resolve(outcome(spec, ctx, { ip, error, timings: timeline.spent, responseUs: timeline.totalUs() }));
  };
  const deadline = setTimeout(() => {
    abandon();
    timeline.mark(phase === "dns" ? "dnsUs" : "connectUs");
    finish(timeoutError(phase, spec.timeoutMs));
  }, spec.timeoutMs);

  const abandon = connect(
    ctx.egress,
    { host: spec.host, port: spec.port, tls: null, ...(spec.ipFamily && { ipFamily: spec.ipFamily }) },
    {
      onResolved: () => timeline.mark("dnsUs"),
      onAddress(address) {
        ip = address;
        phase = "connect";
      },
      onConnected: () => timeline.mark("connectUs"),
      onCertificate() {},
      onOpen(socket) {
        socket.destroy();
        finish(null);
      },
      onFailure(failure) {
        if (failure instanceof RunnerError) {
          clearTimeout(deadline);
          reject(failure);
          return;
        }
        if (phase === "connect") timeline.mark("connectUs");
        else if (failure.error.phase === "dns") timeline.mark("dnsUs");
        finish(failure.error);
      },
    },
  );
  return () => {
    clearTimeout(deadline);
    abandon();
  };
}

function outcome(
  spec: TcpCheckSpec,
  { clock }: CheckContext,
  found: Pick<CheckTry, "ip" | "error" | "timings" | "responseUs">,
): CheckTry {
  const evaluation = evaluateAssertions(found.error === null ? spec.assertions : [], factsOf(found), {
    clock,
  });
  return {
    ...found,
    statusCode: null,
    tls: null,
    bodyBytes: null,
    assertions: evaluation.outcomes,
    error: found.error ?? assertionError(evaluation),
  };
}

function factsOf({ responseUs, ip }: Pick<CheckTry, "responseUs" | "ip">) {
  return {
    ip,
    httpVersion: null,
    redirectUrl: null,
    statusCode: null,
    responseMs: (responseUs ?? 0) / 1_000,
    headers: {},
    bodyText: null,
    sslDaysLeft: null,
  };
}
