import type { Monitor } from "@vedette/contract/monitors.ts";
import { describe, expect, test, vi } from "vitest";
import { aFailure, aMonitor, aResult, at } from "../../../test/fixtures.ts";
import { ApiError } from "../../api/api-error.ts";
import { createMonitorStore, type StoreDeps } from "./monitor-store.ts";

type Handlers = Parameters<StoreDeps["follow"]>[0];

describe("the store", () => {
  test("shows the list, then what events tell", async () => {
    const { store, handlers } = startStore({ monitors: [aMonitor()] });
    await vi.waitFor(() => expect(store.snapshot().list.isLoaded).toBe(true));
    handlers().onOpen();
    handlers().onMessage({ type: "check.result", data: aResult({ response_time_ms: 7 }) });
    await vi.waitFor(() => expect(store.snapshot().list.rows.get("m1")?.lastResponseTimeMs).toBe(7));
    expect(store.snapshot().connection).toBe("live");
  });

  test("looks up why a monitor is down that it found down", async () => {
    const monitors = [aMonitor({ status: "down" }), aMonitor({ id: "m2" })];
    const { store, lookedUp } = startStore({ monitors });
    await vi.waitFor(() =>
      expect(store.snapshot().list.rows.get("m1")?.failures).toEqual({ default: "it refused" }),
    );
    expect(lookedUp).toEqual(["m1"]);
  });

  test("reads the list again when the server cannot tell what was missed", async () => {
    const server = { monitors: [aMonitor()] };
    const { store, handlers } = startStore(server);
    await vi.waitFor(() => expect(store.snapshot().list.isLoaded).toBe(true));
    server.monitors = [aMonitor(), aMonitor({ id: "m2" })];
    handlers().onMessage({ type: "reset" });
    await vi.waitFor(() => expect(store.snapshot().list.rows.size).toBe(2));
  });

  test("a monitor that is made here is in the list at once, and its check with it", async () => {
    const { store } = startStore({ monitors: [] });
    await store.create({ name: "New", url: "https://new.example" });
    expect(store.snapshot().list.rows.get("made")?.name).toBe("New");
    await store.check("made");
    expect(store.snapshot().list.rows.get("made")?.lastCheckedAt).toBe(at(60));
  });

  test("a key that is refused in the middle signs out", async () => {
    const { refusals, fail } = startStore({ monitors: [] });
    fail(new ApiError("UNAUTHORIZED", "Revoked."));
    await vi.waitFor(() => expect(refusals).toEqual(["Revoked."]));
  });

  test("once ended, it follows no more", () => {
    const { stop, handlers } = startStore({ monitors: [] });
    stop();
    expect(handlers().signal.aborted).toBe(true);
  });
});

test("a list that cannot be read is said in words, and not any more when it can", async () => {
  const server = { monitors: [aMonitor()], failure: new ApiError("UNREACHABLE", "Away.") as ApiError | null };
  const { store, handlers } = startStore(server);
  await vi.waitFor(() => expect(store.snapshot().problem).toBe("Away."));
  server.failure = null;
  handlers().onOpen();
  await vi.waitFor(() => expect(store.snapshot()).toMatchObject({ problem: null, list: { isLoaded: true } }));
});

/** A store on a server that answers with what `server` holds at that moment. */
function startStore(server: { monitors: Monitor[]; failure?: ApiError | null }) {
  const lookedUp: string[] = [];
  const refusals: string[] = [];
  const following: Handlers[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const store = createMonitorStore({
    api: {
      tryKey: async () => {},
      async listMonitors() {
        if (server.failure) throw server.failure;
        return { monitors: server.monitors, isWhole: true };
      },
      createMonitor: async ({ name, url }) => aMonitor({ id: "made", name, url, last_checked_at: null }),
      checkMonitor: async (id) => ({
        monitor_id: id,
        status: "up",
        results: [aResult({ monitor_id: id })],
      }),
      async latestResult(id) {
        lookedUp.push(id);
        return aFailure({ monitor_id: id });
      },
    },
    follow(handlers) {
      following.push(handlers);
      return promise;
    },
    onRefused: ({ message }) => refusals.push(message),
  });
  const stop = store.start();
  const handlers = () => {
    const [first] = following;
    if (!first) throw new Error("The store follows nothing.");
    return first;
  };
  return { store, stop, handlers, fail: reject, lookedUp, refusals };
}
