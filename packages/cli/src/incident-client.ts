import type { IncidentStats } from "@vedette/contract/incidents/incident-settings.ts";
import type {
  IncidentNote,
  IncidentNoteCreateInput,
  IncidentTimeline,
} from "@vedette/contract/incidents/incident-timeline.ts";
import type {
  Incident,
  IncidentCreateInput,
  IncidentSummary,
} from "@vedette/contract/incidents/incidents.ts";
import { Connection, type ConnectionSettings } from "./connection.ts";
import { UsageError } from "./exit-codes.ts";

const PAGE_LIMIT = 200;

/** Incidents as the commands use them: plain data in and out; every failure is an error with a message. */
export class IncidentClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  /** Returns the newest incidents, of some states only if given. */
  async list(states: string | undefined): Promise<IncidentSummary[]> {
    const state = states === undefined ? "" : `&state=${encodeURIComponent(states)}`;
    return this.#read(`incidents?limit=${PAGE_LIMIT}${state}`);
  }

  /** Returns the ID of an incident: of the newest ones, the number is enough. */
  async findId(idOrNumber: string): Promise<string> {
    const number = /^#?(\d{1,9})$/.exec(idOrNumber)?.[1];
    if (number === undefined) return idOrNumber;
    const found = (await this.list(undefined)).find((incident) => incident.number === Number(number));
    if (found) return found.id;
    throw new UsageError(`None of the newest ${PAGE_LIMIT} incidents has the number ${number}; use the ID.`);
  }

  async get(id: string): Promise<Incident> {
    return this.#read(pathOf(id));
  }

  async getTimeline(id: string): Promise<IncidentTimeline> {
    return this.#read(`${pathOf(id)}/timeline`);
  }

  async getMarkdown(id: string): Promise<string> {
    return (await this.#read<{ markdown: string }>(`${pathOf(id)}/markdown`)).markdown;
  }

  async getStats(): Promise<IncidentStats> {
    return this.#read("incidents/stats");
  }

  async open(body: IncidentCreateInput): Promise<Incident> {
    return this.#write("incidents", body);
  }

  async change(id: string, action: "acknowledge" | "mitigate" | "resolve"): Promise<Incident> {
    return this.#write(`${pathOf(id)}/${action}`, undefined);
  }

  async addNote(id: string, body: IncidentNoteCreateInput): Promise<IncidentNote> {
    return this.#write(`${pathOf(id)}/notes`, body);
  }

  async #read<T>(path: string): Promise<T> {
    return (await this.#connection.send<T>({ method: "GET", path })).data;
  }

  async #write<T>(path: string, body: object | undefined): Promise<T> {
    const request = { method: "POST", path, ...(body && { body }) } as const;
    return (await this.#connection.send<T>(request)).data;
  }
}

function pathOf(id: string): string {
  return `incidents/${encodeURIComponent(id)}`;
}
