import { describe, expect, test, vi } from "vitest";
import { createEgressPolicy, type EgressMode } from "./egress-policy.ts";
import { RunnerError } from "./net-failure.ts";
import { createResolve, type Lookup, type ResolveDone } from "./resolve.ts";

function resolver(mode: EgressMode, lookup: Lookup) {
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  const resolve = createResolve(policy, lookup);
  return (host: string) => new Promise<Parameters<ResolveDone>[0]>((done) => resolve(host, 80, done));
}

const never: Lookup = () => {
  throw new Error("no resolver may be asked for a literal address");
};
const respond =
  (...addresses: string[]): Lookup =>
  (_, done) =>
    done(null, addresses);
const failing =
  (code: string): Lookup =>
  (_, done) =>
    done(Object.assign(new Error(code), { code }), []);

describe("literal addresses", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]", "::1"],
    ["::1", "::1"],
    ["2130706433", "127.0.0.1"],
    ["0x7f000001", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["0177.0.0.1", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["127.0.0.1.", "127.0.0.1"],
  ])("%s is %s, and no resolver is asked", async (host, address) => {
    expect(await resolver("self-hosted", never)(host)).toEqual({ addresses: [address], isLiteral: true });
    expect(await resolver("hosted", never)(host)).toMatchObject({
      error: { code: "ADDRESS_BLOCKED", phase: "connect" },
    });
  });

  test("blocks a metadata address in both modes", async () => {
    for (const mode of ["self-hosted", "hosted"] as const) {
      expect(await resolver(mode, never)("[::ffff:169.254.169.254]")).toMatchObject({
        error: { code: "ADDRESS_BLOCKED" },
      });
    }
  });
});

describe("names", () => {
  test("blocks a name in hosted mode if one of its addresses is not public", async () => {
    const result = await resolver("hosted", respond("1.1.1.1", "127.0.0.1"))("mixed.test");
    expect(result).toMatchObject({ error: { code: "ADDRESS_BLOCKED", phase: "dns" } });
  });

  test("drops forbidden addresses in self-hosted mode, keeps the order, and blocks a name without other addresses", async () => {
    const mixed = resolver("self-hosted", respond("169.254.1.1", "10.0.0.1", "1.1.1.1"));
    expect(await mixed("mixed.test")).toEqual({ addresses: ["10.0.0.1", "1.1.1.1"], isLiteral: false });
    const none = resolver("self-hosted", respond("169.254.1.1", "fe80::1"));
    expect(await none("none.test")).toMatchObject({ error: { code: "ADDRESS_BLOCKED", phase: "dns" } });
  });

  test("reports failures of the resolver as DNS_FAILED with the reason", async () => {
    for (const code of ["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL"]) {
      const result = await resolver("self-hosted", failing(code))("gone.test");
      expect(result).toMatchObject({ error: { code: "DNS_FAILED", phase: "dns" }, code });
    }
    expect(await resolver("self-hosted", respond())("empty.test")).toMatchObject({
      error: { message: "empty.test has no address" },
    });
  });

  test("does not report a lack of file handles on this machine as a DNS failure", async () => {
    expect(await resolver("self-hosted", failing("EMFILE"))("any.test")).toBeInstanceOf(RunnerError);
  });

  test("shares one lookup between concurrent requests, and repeats it for the next request", async () => {
    const answers: (() => void)[] = [];
    const lookup = vi.fn<Lookup>((_, done) => answers.push(() => done(null, ["1.1.1.1"])));
    const resolve = resolver("hosted", lookup);
    const both = Promise.all([resolve("shared.test"), resolve("shared.test")]);
    expect(lookup).toHaveBeenCalledTimes(1);
    answers[0]?.();
    expect(await both).toEqual(Array(2).fill({ addresses: ["1.1.1.1"], isLiteral: false }));
    const later = resolve("shared.test");
    answers[1]?.();
    expect(await later).toEqual({ addresses: ["1.1.1.1"], isLiteral: false });
  });

  test("times out after five seconds", async () => {
    vi.useFakeTimers();
    try {
      const result = resolver("self-hosted", () => {})("silent.test");
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await result).toMatchObject({ error: { code: "DNS_FAILED", phase: "dns" }, code: "ETIMEOUT" });
    } finally {
      vi.useRealTimers();
    }
  });

  test("does not call back a canceled request, but calls back the others", () => {
    let answer = () => {};
    const policy = createEgressPolicy({ mode: "hosted", allow: [], deny: [], ownPorts: () => [] });
    const resolve = createResolve(policy, (_, done) => {
      answer = () => done(null, ["1.1.1.1"]);
    });
    const stays = vi.fn();
    const leaves = vi.fn();
    resolve("name.test", 80, stays);
    resolve("name.test", 80, leaves)();
    answer();
    expect(stays).toHaveBeenCalledOnce();
    expect(leaves).not.toHaveBeenCalled();
  });

  test("uses at most eight addresses of a name", async () => {
    const many = Array.from({ length: 50 }, (_, index) => `1.1.1.${index}`);
    const result = await resolver("hosted", respond(...many))("many.test");
    expect("addresses" in result && result.addresses).toEqual(many.slice(0, 8));
  });
});
