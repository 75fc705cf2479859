import type { BadgeKey } from "@vedette/contract/badges/badges.ts";
import { Connection, type ConnectionSettings } from "./connection.ts";

/** What has badges. */
export type BadgeOwner = { kind: "targets" | "status-pages"; id: string };

/** Keys of badges as the commands use them. */
export class BadgeClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  async get(owner: BadgeOwner): Promise<BadgeKey> {
    return (await this.#connection.send<BadgeKey>({ method: "GET", path: pathOf(owner) })).data;
  }

  /** Creates the key, or replaces it. */
  async renew(owner: BadgeOwner): Promise<BadgeKey> {
    return (await this.#connection.send<BadgeKey>({ method: "POST", path: pathOf(owner) })).data;
  }

  async delete(owner: BadgeOwner): Promise<void> {
    await this.#connection.send({ method: "DELETE", path: pathOf(owner) });
  }
}

function pathOf({ kind, id }: BadgeOwner): string {
  return `${kind}/${encodeURIComponent(id)}/badge-key`;
}
