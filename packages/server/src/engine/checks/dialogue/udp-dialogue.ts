import { openUdp, type UdpChannel } from "../../../platform/net/probes/open-udp.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import type { ProbeFacts } from "../probe-model.ts";
import { CheckFailure } from "./check-failure.ts";
import type { DialogueSpec } from "./run-dialogue.ts";

/** How often a datagram is sent until an answer comes, because each can get lost. */
const SENDS_MAX = 3;

/** Requests and answers over UDP. */
export class UdpDialogue {
  readonly probe: Probe;
  readonly #channel: UdpChannel;
  readonly #resendMs: number;
  #resending: NodeJS.Timeout | undefined;
  #onDatagram: (datagram: Buffer) => void = () => undefined;

  constructor(probe: Probe, channel: UdpChannel, timeoutMs: number) {
    this.probe = probe;
    this.#channel = channel;
    this.#resendMs = timeoutMs / SENDS_MAX;
    probe.onEnd(() => clearInterval(this.#resending));
  }

  /** Sends a request until `read` returns something else than null for a datagram; all others are ignored. */
  ask<Answer>(request: Buffer, read: (datagram: Buffer) => Answer | null): Promise<Answer> {
    clearInterval(this.#resending);
    return new Promise((resolve, reject) => {
      this.#onDatagram = (datagram) => {
        try {
          const answer = read(datagram);
          if (answer === null) return;
          clearInterval(this.#resending);
          resolve(answer);
        } catch (error) {
          reject(error as Error);
        }
      };
      this.#channel.send(request);
      this.#resending = setInterval(() => this.#channel.send(request), this.#resendMs);
    });
  }

  receive(datagram: Buffer): void {
    this.#onDatagram(datagram);
  }
}

/** Runs one try of a kind that asks over UDP. `talk` returns what the server answered, or throws a `CheckFailure`. */
export function runUdpDialogue(
  { spec, ctx }: { spec: DialogueSpec; ctx: CheckContext },
  talk: (dialogue: UdpDialogue) => Promise<ProbeFacts>,
): Promise<CheckTry> {
  const { host, port, ipFamily } = spec;
  return runProbe(spec, ctx, (probe) => {
    let dialogue: UdpDialogue | null = null;
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
          dialogue = new UdpDialogue(probe, channel, spec.timeoutMs);
          void talk(dialogue).then(
            (facts) => {
              probe.markPhase();
              probe.pass(facts);
            },
            (error: unknown) => {
              if (error instanceof CheckFailure) probe.failAs(error.code, error.message);
              else probe.abort(error);
            },
          );
        },
        onMessage: (datagram) => dialogue?.receive(datagram),
        onFailure: (failure) => probe.failNet(failure),
      },
    );
    probe.onEnd(close);
  });
}
