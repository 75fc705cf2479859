import type {
  PageComponent,
  PageComponentCreateInput,
} from "@vedette/contract/status-pages/page-components.ts";
import type { PageDomain } from "@vedette/contract/status-pages/page-domains.ts";
import type {
  IncidentUpdateCreateInput,
  PageIncident,
  PageIncidentCreateInput,
} from "@vedette/contract/status-pages/page-incidents.ts";
import type {
  PageSubscriber,
  PageSubscriberCreateInput,
  SubscriberCounts,
  SubscriberDelivery,
} from "@vedette/contract/status-pages/page-subscribers.ts";
import type { PageSuggestion } from "@vedette/contract/status-pages/page-suggestion.ts";
import type { PageStatus } from "@vedette/contract/status-pages/status-pages.ts";
import { Connection, type ConnectionSettings } from "./connection.ts";

const PAGE_LIMIT = 200;
/** The server asks name servers and the domain itself. */
const VERIFY_TIMEOUT_MS = 60_000;

/** Status pages as the commands use them: plain data in and out; every failure is an error with a message. */
export class StatusPageClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  /** Returns a title, a free slug, and components made from groups, tags and targets. */
  async suggest(): Promise<PageSuggestion> {
    return this.#read("status-pages/suggestion");
  }

  async getStatus(id: string): Promise<PageStatus> {
    return this.#read(`${pathOf(id)}/status`);
  }

  async addComponent(id: string, body: PageComponentCreateInput): Promise<PageComponent> {
    return this.#write("POST", `${pathOf(id)}/components`, body);
  }

  /** Returns the newest incidents. */
  async listIncidents(id: string): Promise<PageIncident[]> {
    return this.#read(`${pathOf(id)}/incidents?limit=${PAGE_LIMIT}`);
  }

  async postIncident(id: string, body: PageIncidentCreateInput): Promise<PageIncident> {
    return this.#write("POST", `${pathOf(id)}/incidents`, body);
  }

  async postUpdate(id: string, incidentId: string, body: IncidentUpdateCreateInput): Promise<PageIncident> {
    return this.#write("POST", `${pathOf(id)}/incidents/${encodeURIComponent(incidentId)}/updates`, body);
  }

  async addDomain(id: string, host: string): Promise<PageDomain> {
    return this.#write("POST", `${pathOf(id)}/domains`, { host });
  }

  async verifyDomain(id: string, domainId: string): Promise<PageDomain> {
    const path = `${pathOf(id)}/domains/${encodeURIComponent(domainId)}/verify`;
    return (await this.#connection.send<PageDomain>({ method: "POST", path, timeoutMs: VERIFY_TIMEOUT_MS }))
      .data;
  }

  /** Returns the newest subscribers. */
  async listSubscribers(
    id: string,
    filter: { state?: string | undefined; type?: string | undefined; address?: string | undefined },
  ): Promise<PageSubscriber[]> {
    const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
    return this.#read(`${pathOf(id)}/subscribers?${query}`);
  }

  async countSubscribers(id: string): Promise<SubscriberCounts> {
    return this.#read(`${pathOf(id)}/subscriber-counts`);
  }

  /** Returns all subscribers as CSV. */
  async exportSubscribers(id: string): Promise<string> {
    return this.#connection.readText(`${pathOf(id)}/subscribers.csv`);
  }

  async addSubscriber(id: string, body: PageSubscriberCreateInput): Promise<PageSubscriber> {
    return this.#write("POST", `${pathOf(id)}/subscribers`, body);
  }

  async deleteSubscriber(id: string, subscriberId: string): Promise<void> {
    const path = `${pathOf(id)}/subscribers/${encodeURIComponent(subscriberId)}`;
    await this.#connection.send({ method: "DELETE", path });
  }

  async listDeliveries(id: string, subscriberId: string): Promise<SubscriberDelivery[]> {
    return this.#read(`${pathOf(id)}/subscribers/${encodeURIComponent(subscriberId)}/deliveries`);
  }

  async #read<T>(path: string): Promise<T> {
    return (await this.#connection.send<T>({ method: "GET", path })).data;
  }

  async #write<T>(method: "POST" | "PUT", path: string, body: object): Promise<T> {
    return (await this.#connection.send<T>({ method, path, body })).data;
  }
}

function pathOf(id: string): string {
  return `status-pages/${encodeURIComponent(id)}`;
}
