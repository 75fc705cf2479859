import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import { readPing } from "./read-ping.ts";
import { runPingProgram } from "./run-ping-program.ts";

/** ICMP has no ports; the egress policy judges the address. */
const NO_PORT = 0;
/** How long the program takes to start and to end. */
const MARGIN_MS = 500;
const NO_RIGHT = /operation not permitted|permission denied|cap_net_raw|lacking privilege|suid root/i;
const MESSAGE_LENGTH_MAX = 200;

/** Sends echo requests to the first allowed address of a host. The response time is the average round-trip time. */
export function runPingTry(spec: CheckSpecOf<"ping">, ctx: CheckContext): Promise<CheckTry> {
  return runProbe(spec, ctx, (probe) => {
    const onResolved: Parameters<typeof ctx.egress.resolve>[2] = (result) => {
      if (result instanceof RunnerError || "error" in result) {
        probe.failNet(result);
        return;
      }
      if (!result.isLiteral) probe.mark("dnsUs");
      probe.enter("headers", "the pings did not end");
      if (!probe.isDone) ping(spec, probe, result.addresses[0] ?? "");
    };
    probe.onEnd(ctx.egress.resolve(spec.host, NO_PORT, onResolved, spec.ipFamily));
  });
}

function ping(spec: CheckSpecOf<"ping">, probe: Probe, ip: string): void {
  probe.ip = ip;
  const { count, packetIntervalMs: intervalMs, packetSize: size, timeoutMs } = spec;
  const waitMs = timeoutMs - (count - 1) * intervalMs - MARGIN_MS;
  const kill = runPingProgram(
    { ip, count, intervalMs, size, waitMs },
    {
      onEnd: ({ output, errors }) => judge(spec, probe, { output, errors }),
      onMissing: () => unavailable(probe, "this runner has no ping program; install iputils-ping"),
      onFailure: (error) => probe.failNet(error),
    },
  );
  probe.onEnd(kill);
}

function judge(
  spec: CheckSpecOf<"ping">,
  probe: Probe,
  { output, errors }: { output: string; errors: string },
): void {
  if (probe.isDone) return;
  const report = readPing(output);
  if (report === null) {
    const said = errors
      .replaceAll(/[^\x20-\x7e]+/g, " ")
      .trim()
      .slice(0, MESSAGE_LENGTH_MAX);
    if (NO_RIGHT.test(errors))
      unavailable(
        probe,
        `this runner may not send pings; set the sysctl net.ipv4.ping_group_range to "0 2147483647" (${said})`,
      );
    else if (/unreachable|no route/i.test(errors)) unreachable(probe, said);
    else unavailable(probe, `ping failed: ${said}`);
    return;
  }
  const { lossPercent, averageMs } = report;
  if (averageMs === null) probe.mark("ttfbUs");
  else probe.setTiming("ttfbUs", Math.round(averageMs * 1_000));
  const facts = {
    values: {
      packet_loss: lossPercent,
      rtt_min: report.minMs,
      rtt_avg: averageMs,
      rtt_max: report.maxMs,
      jitter: report.jitterMs,
    },
  };
  const { maxLossPercent } = spec;
  if (report.received === 0) {
    const message = `none of ${report.sent} pings was answered`;
    probe.fail({ code: "TIMEOUT", message, phase: "headers" }, facts);
  } else if (maxLossPercent !== undefined && lossPercent > maxLossPercent) {
    const message = `${lossPercent} % of the pings were lost, more than ${maxLossPercent} %`;
    probe.fail({ code: "ASSERTION_FAILED", message, phase: "assertion" }, facts);
  } else probe.pass(facts);
}

function unavailable(probe: Probe, message: string): void {
  probe.fail({ code: "PING_UNAVAILABLE", message, phase: "request" });
}

function unreachable(probe: Probe, said: string): void {
  probe.fail({ code: "CONNECT_TIMEOUT", message: `the host cannot be reached: ${said}`, phase: "connect" });
}
