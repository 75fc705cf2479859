import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../app.ts";

export const CANARY = "c4nary-Secret-0f-the-test-run";
export const PATIENCE = { timeout: 60_000, interval: 20 };
export const URL_OF_TRY = "/api/v1/journeys/try";

export type StreamEvent = {
  type: string;
  data: Record<string, unknown> & { error?: { code: string } | null };
};
type Stream = {
  response: Response;
  events: StreamEvent[];
  text: () => string;
  ended: Promise<void>;
  abort(): void;
};

/** Registers the hooks of a test file about test runs of journeys: one app that listens, and for each test an organization. */
export function tryJourneyLab() {
  let running: TestApp;
  let org: TestOrg;
  const ends: (() => Promise<unknown> | undefined)[] = [];
  beforeAll(async () => {
    running = await startTestApp();
    await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  });
  beforeEach(async () => {
    org = await makeOrg(running.database);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  afterAll(() => running.stop());
  return {
    get running() {
      return running;
    },
    get org() {
      return org;
    },
    /** Called after the test, newest first. */
    ends,
    tryJourney: (payload: object, key = org.keys.admin) =>
      running.call(key, { method: "POST", url: URL_OF_TRY, payload }),
    /** Starts a test run whose events are recorded as they arrive. */
    follow: (payload: object, key = org.keys.admin) =>
      follow(`http://127.0.0.1:${portOf(running.app)}${URL_OF_TRY}`, { key, payload }),
  };
}

async function follow(url: string, { key, payload }: { key: string; payload: object }): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify(payload),
    signal: leaving.signal,
  });
  const events: StreamEvent[] = [];
  let text = "";
  async function read(): Promise<void> {
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const [, type, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
        if (type && data) events.push({ type, data: JSON.parse(data) });
      }
    }
  }
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return { response, events, text: () => text, ended, abort: () => leaving.abort() };
}
