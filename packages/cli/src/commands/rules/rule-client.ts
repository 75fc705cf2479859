import type { NoiseReport } from "@vedette/contract/alerts/rule-noise.ts";
import type { RuleTuneRequest, RuleTuning } from "@vedette/contract/alerts/rule-tuning.ts";
import { Connection, type ConnectionSettings } from "../../connection.ts";

/** Longer than the server replays. */
const TUNE_TIMEOUT_MS = 45_000;

/** Tuning and noise of alert rules as the commands use them: plain data in and out. */
export class RuleClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  async tune(id: string, body: Partial<RuleTuneRequest>): Promise<RuleTuning> {
    const path = `alerts/rules/${encodeURIComponent(id)}/tune`;
    const request = { method: "POST", path, body, timeoutMs: TUNE_TIMEOUT_MS } as const;
    return (await this.#connection.send<RuleTuning>(request)).data;
  }

  async readNoise(month: string | undefined): Promise<NoiseReport> {
    const query = month === undefined ? "" : `?month=${encodeURIComponent(month)}`;
    return (await this.#connection.send<NoiseReport>({ method: "GET", path: `alerts/rules/noise${query}` }))
      .data;
  }
}
