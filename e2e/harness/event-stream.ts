import type { Vedette } from "./vedette.ts";

export type StreamEvent = { id: string; type: string; data: Record<string, unknown> };

/** A listener of `/api/v1/events` that records all events. */
export type EventStream = { readonly events: readonly StreamEvent[]; close(): Promise<void> };

export async function listen(vedette: Vedette, key = vedette.key): Promise<EventStream> {
  const ending = new AbortController();
  const response = await fetch(`${vedette.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: ending.signal,
  });
  if (!response.ok || !response.body) throw new Error(`the stream returned ${response.status}`);
  const events: StreamEvent[] = [];
  const reading = readEvents(response.body, events).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  return {
    events,
    async close() {
      ending.abort();
      await reading;
    },
  };
}

/** Appends the events of a stream until it ends. */
export async function readEvents(body: ReadableStream<Uint8Array>, events: StreamEvent[]): Promise<void> {
  let rest = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1];
      const [type, data] = [field("event"), field("data")];
      if (type && data) events.push({ id: field("id") ?? "", type, data: JSON.parse(data) });
    }
  }
}
