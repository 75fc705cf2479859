import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import type { ProbeFacts, ProbeSpec } from "../probe-model.ts";
import { CheckFailure } from "./check-failure.ts";
import { Dialogue } from "./dialogue.ts";

type Target = Parameters<Probe["connect"]>[0];

export type DialogueSpec = ProbeSpec & Pick<Target, "host" | "port" | "ipFamily">;

type DialogueOptions = {
  spec: DialogueSpec;
  ctx: CheckContext;
  /** With TLS from the start. */
  tls?: NonNullable<Target["tls"]>;
  /** What ends the session, whether the check passed or the server refused it. */
  farewell?: string | Uint8Array;
};

/**
 * Runs one try of a kind whose protocol is a dialogue. `talk` returns what the server answered, or throws a `CheckFailure`.
 * The first answer belongs to the phase `ttfb`, unless `talk` enters another phase.
 */
export function runDialogue(
  { spec, ctx, tls, farewell }: DialogueOptions,
  talk: (dialogue: Dialogue) => Promise<ProbeFacts>,
): Promise<CheckTry> {
  const { host, port, ipFamily } = spec;
  const target = { host, port, tls: tls ?? null, ...(ipFamily && { ipFamily }) };
  return runProbe(spec, ctx, (probe) =>
    probe.connect(target, (socket) => {
      probe.enter("headers", "no answer came");
      const dialogue = new Dialogue(probe, socket, farewell ?? null);
      void talk(dialogue).then(
        (facts) => {
          probe.markPhase();
          dialogue.end();
          probe.pass(facts);
        },
        (error: unknown) => {
          if (!(error instanceof CheckFailure)) {
            probe.abort(error);
            return;
          }
          dialogue.end();
          probe.failAs(error.code, error.message);
        },
      );
    }),
  );
}
