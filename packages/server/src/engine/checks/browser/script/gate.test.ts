import { describe, expect, test } from "vitest";
import { createGate } from "./gate.ts";

/** Work that ends when the test resolves it. */
function held() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    log.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { log, work, end: (name: string) => ends.get(name)?.() };
}

describe("the gate", () => {
  test("admits as many as allowed, and the others in order", async () => {
    const gate = createGate(2);
    const { log, work, end } = held();
    const all = ["a", "b", "c", "d"].map((name) => gate(work(name)));
    await Promise.resolve();
    expect(log).toEqual(["a", "b"]);
    end("b");
    await all[1];
    expect(log).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c"]) end(name);
    await Promise.all([all[0], all[2]]);
    end("d");
    await all[3];
    expect(log).toEqual(["a", "b", "c", "d"]);
  });

  test("work that fails frees its slot", async () => {
    const gate = createGate(1);
    await expect(gate(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await gate(async () => "yes")).toBe("yes");
  });

  test("work that is aborted while it waits never starts", async () => {
    const gate = createGate(1);
    const { log, work, end } = held();
    const first = gate(work("a"));
    const stop = new AbortController();
    const second = gate(work("b"), stop.signal);
    stop.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    end("a");
    await first;
    await gate(async () => log.push("c"));
    expect(log).toEqual(["a", "c"]);
  });

  test("rejects work beyond the queue limit", async () => {
    const gate = createGate(1);
    const { work, end } = held();
    const all = Array.from({ length: 101 }, (_, index) =>
      gate(index === 0 ? work("a") : async () => undefined),
    );
    await expect(gate(async () => undefined)).rejects.toThrow("too many scripts wait");
    end("a");
    await Promise.all(all);
  });
});
