import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { payloadBytes } from "@vedette/contract/checks/fields/payload.ts";
import { openUdp } from "../../../platform/net/probes/open-udp.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { expectationError, readsAnswer } from "../expectation.ts";
import { runProbe } from "../probe.ts";

/** How often a datagram is sent until an answer comes, because each can get lost. */
const SENDS_MAX = 3;
/** A closed port is reported within this time; without an expected answer, silence is up after it. */
const SILENCE_MS = 1_000;

/** Sends a datagram. Without an expected answer, it passes unless the host reports that the port is closed. */
export function runUdpTry(spec: CheckSpecOf<"udp">, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, ipFamily, timeoutMs } = spec;
  const isAnswerNeeded = readsAnswer(spec);
  return runProbe(spec, ctx, (probe) => {
    const timers: NodeJS.Timeout[] = [];
    const close = openUdp(
      ctx.egress,
      { host, port, ...(ipFamily && { ipFamily }) },
      {
        onResolved: () => probe.mark("dnsUs"),
        onAddress(ip) {
          probe.ip = ip;
          probe.enter("headers", "no answer came");
        },
        onOpen(channel) {
          const datagram = payloadBytes(spec.send ?? "");
          for (let index = 0; index < SENDS_MAX; index += 1) {
            timers.push(setTimeout(() => channel.send(datagram), (timeoutMs * index) / SENDS_MAX));
          }
          if (isAnswerNeeded) return;
          const silenceMs = Math.min(SILENCE_MS, timeoutMs / 2);
          timers.push(
            setTimeout(() => {
              probe.mark("ttfbUs");
              probe.pass();
            }, silenceMs),
          );
        },
        onMessage(datagram) {
          if (probe.isDone) return;
          probe.mark("ttfbUs");
          const text = datagram.toString();
          const error = expectationError(spec, text, ctx);
          const facts = { text, bytes: datagram.length };
          if (error === null) probe.pass(facts);
          else probe.fail(error, facts);
        },
        onFailure: (failure) => probe.failNet(failure),
      },
    );
    probe.onEnd(() => {
      for (const timer of timers) clearTimeout(timer);
      close();
    });
  });
}
