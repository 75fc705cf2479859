import { randomBytes } from "node:crypto";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { openUdp } from "../../../platform/net/probes/open-udp.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import { clockOffsetMs, type NtpAnswer, ntpRequest, readNtpAnswer } from "./ntp-packet.ts";

/** How often a request is sent until an answer comes, because each can get lost. */
const SENDS_MAX = 3;

/** Asks an NTP server for its time. */
export function runNtpTry(spec: CheckSpecOf<"ntp">, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, ipFamily, timeoutMs } = spec;
  // Of each request: the answer says which one it is for, and so when it was sent.
  const requests: { nonce: Buffer; sentMs: number }[] = [];
  const startMs = ctx.clock.now() - ctx.clock.monotonic();
  const nowMs = () => startMs + ctx.clock.monotonic();
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
          const send = () => {
            const nonce = randomBytes(8);
            requests.push({ nonce, sentMs: nowMs() });
            channel.send(ntpRequest(nonce));
          };
          for (let index = 0; index < SENDS_MAX; index += 1)
            timers.push(setTimeout(send, (timeoutMs * index) / SENDS_MAX));
        },
        onMessage(datagram) {
          const answerMs = nowMs();
          for (const { nonce, sentMs } of requests) {
            const answer = readNtpAnswer(datagram, nonce, answerMs);
            if (answer !== null) judge(probe, answer, clockOffsetMs(answer, { requestMs: sentMs, answerMs }));
          }
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

function judge(probe: Probe, { stratum, reference, isUnsynchronized }: NtpAnswer, offsetMs: number): void {
  if (probe.isDone) return;
  probe.mark("ttfbUs");
  const facts = { values: { stratum, clock_offset: Math.round(offsetMs * 1_000) / 1_000 } };
  // A server without a time answers with a code. Source: RFC 5905, section 7.4.
  if (stratum === 0) refuse(`the server refuses to answer: ${reference}`);
  else if (isUnsynchronized) refuse("the clock of the server is not synchronized");
  else probe.pass(facts);

  function refuse(message: string): void {
    probe.fail({ code: "SERVICE_ERROR", message, phase: "headers" }, facts);
  }
}
