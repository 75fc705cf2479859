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
};

/**
 * Runs one try of a kind whose protocol is a dialogue. `talk` returns what the server answered, or throws a `CheckFailure`.
 * The first answer belongs to the phase `ttfb`, unless `talk` enters another phase.
 */
export function runDialogue(
  { spec, ctx, tls }: DialogueOptions,
  talk: (dialogue: Dialogue) => Promise<ProbeFacts>,
): Promise<CheckTry> {
  const { host, port, ipFamily } = spec;
  const target = { host, port, tls: tls ?? null, ...(ipFamily && { ipFamily }) };
  return runProbe(spec, ctx, (probe) =>
    probe.connect(target, (socket) => {
      probe.enter("headers", "no answer came");
      void talk(new Dialogue(probe, socket)).then(
        (facts) => {
          probe.markPhase();
          probe.pass(facts);
        },
        (error: unknown) => {
          if (error instanceof CheckFailure) probe.failAs(error.code, error.message);
          else probe.abort(error);
        },
      );
    }),
  );
}
