import type { TargetId } from "@vedette/contract/common/ids.ts";
import type { Database } from "../../platform/storage/database.ts";

type DomainTriggerDeps = {
  database: Pick<Database, "listen">;
  /** Requests immediate checks of targets. */
  checkNow(targetIds: readonly TargetId[]): void;
};

/** The fields of a definition that identify a domain monitor. */
type Considered = { targetId: TargetId; spec: { kind: string; host?: unknown } };

/** The payload is the domain. */
const CHANNEL = "domain_changed";

/**
 * Computes domain monitors when the registration of their domain has changed, or was looked up for the first time. A lost
 * notification is made up for by the next slot.
 */
export class DomainTrigger {
  readonly #deps: DomainTriggerDeps;
  /** Also of monitors that are scheduled elsewhere by now: requests for them have no effect. */
  readonly #byDomain = new Map<string, Set<TargetId>>();
  #endListening: () => Promise<void> = async () => {};

  constructor(deps: DomainTriggerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#endListening = await this.#deps.database.listen(CHANNEL, (domain) => {
      const ids = this.#byDomain.get(domain);
      if (ids !== undefined) this.#deps.checkNow([...ids]);
    });
  }

  async stop(): Promise<void> {
    await this.#endListening();
  }

  /** Call it for every target that is scheduled here. */
  consider({ targetId, spec }: Considered): void {
    if (spec.kind !== "domain" || typeof spec.host !== "string") return;
    const known = this.#byDomain.get(spec.host) ?? new Set();
    this.#byDomain.set(spec.host, known.add(targetId));
  }
}
