import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A webhook receiver that records single alerts and digests. */
export type Receiver = {
  readonly url: string;
  /** Ids of alerts. */
  readonly opened: ReadonlySet<string>;
  readonly resolved: ReadonlySet<string>;
  readonly messages: number;
  /** Messages whose id was received before. */
  readonly repeated: number;
  close(): Promise<void>;
};

type AlertEvent = { type: string; alert: { id: string } };
type Message = { id: string; type: string; data: { alert?: AlertEvent["alert"]; alerts?: AlertEvent[] } };

export async function startReceiver(): Promise<Receiver> {
  const [opened, resolved, known] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let messages = 0;

  function record({ id, type, data: { alert, alerts } }: Message): void {
    messages += 1;
    known.add(id);
    for (const event of alerts ?? (alert ? [{ type, alert }] : [])) {
      if (event.type === "alert.opened") opened.add(event.alert.id);
      if (event.type === "alert.resolved") resolved.add(event.alert.id);
    }
  }

  const server = createServer(async (request, response) => {
    record((await json(request)) as Message);
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    opened,
    resolved,
    get messages() {
      return messages;
    },
    get repeated() {
      return messages - known.size;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
