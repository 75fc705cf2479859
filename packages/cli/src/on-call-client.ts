import type { Drill } from "@vedette/contract/on-call/drills.ts";
import type { OnCall } from "@vedette/contract/on-call/on-call.ts";
import type { OnCallSettings, Reachability } from "@vedette/contract/on-call/on-call-settings.ts";
import { Connection, type ConnectionSettings } from "./connection.ts";

/** On-call as the commands use it: plain data in and out; every failure is an error with a message. */
export class OnCallClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  async listOnCall(): Promise<OnCall[]> {
    return (await this.#connection.send<OnCall[]>({ method: "GET", path: "on-call" })).data;
  }

  async getSettings(): Promise<OnCallSettings> {
    return (await this.#connection.send<OnCallSettings>({ method: "GET", path: "on-call/settings" })).data;
  }

  /** Changes the given fields. */
  async changeSettings(body: {
    sms_channel_id?: string | null;
    call_channel_id?: string | null;
  }): Promise<OnCallSettings> {
    const request = { method: "PUT", path: "on-call/settings", body } as const;
    return (await this.#connection.send<OnCallSettings>(request)).data;
  }

  async getReachability(): Promise<Reachability> {
    return (await this.#connection.send<Reachability>({ method: "GET", path: "on-call/reachability" })).data;
  }

  async startDrill(policyId: string): Promise<Drill> {
    const path = `escalation-policies/${encodeURIComponent(policyId)}/drill`;
    return (await this.#connection.send<Drill>({ method: "POST", path, body: {} })).data;
  }

  /** Returns the newest drills of a policy. */
  async listDrills(policyId: string): Promise<Drill[]> {
    const path = `escalation-policies/${encodeURIComponent(policyId)}/drills`;
    return (await this.#connection.send<Drill[]>({ method: "GET", path })).data;
  }
}
