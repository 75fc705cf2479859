import { randomBytes } from "node:crypto";
import { chmod, chown, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Egress } from "../../../../platform/net/egress.ts";
import { EgressProxy } from "../../../../platform/net/egress-proxy.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import type { Scratch } from "../sandbox/scratch.ts";
import { type BrowserIsolation, EGRESS_FOLDER, INNER_PORT_FIRST, SLOTS } from "./browser-sandbox.ts";

/** A run's egress proxy, and how its pages reach it. */
export type BrowserEgress = {
  proxy: EgressProxy;
  /** The proxy's URL as the browser sees it. */
  server: string;
  /** Its password, or null if nothing else can reach it. */
  token: string | null;
  /** Repeatable. */
  close(): Promise<void>;
};

export type OpenBrowserEgress = (egress: Egress) => Promise<BrowserEgress>;

/**
 * Creates a proxy for each run. In the sandbox, which has no network, it is a socket that a port of the
 * sandbox's loopback forwards to. Without a sandbox it is a port of this machine, protected by a password.
 */
export function createBrowserEgress(isolation: BrowserIsolation, scratch: Scratch): OpenBrowserEgress {
  return isolation === "sandbox" ? bySocket(scratch) : byPort;
}

function bySocket({ folder, uid }: Scratch): OpenBrowserEgress {
  const free = Array.from({ length: SLOTS }, (_, slot) => SLOTS - 1 - slot);
  return async (egress) => {
    const slot = free.pop();
    if (slot === undefined) throw new RunnerError(`more than ${SLOTS} runs use one browser`);
    const path = join(folder, EGRESS_FOLDER, `${slot}.sock`);
    let proxy: EgressProxy;
    try {
      proxy = await EgressProxy.start({ egress, listen: { path } });
      await chmod(path, 0o600);
      if (uid !== null) await chown(path, uid, uid);
    } catch (error) {
      free.push(slot);
      throw error;
    }
    let closing: Promise<void> | null = null;
    async function close(): Promise<void> {
      await proxy.close();
      await rm(path, { force: true });
      free.push(slot as number);
    }
    return {
      proxy,
      server: `http://127.0.0.1:${INNER_PORT_FIRST + slot}`,
      token: null,
      close() {
        closing ??= close();
        return closing;
      },
    };
  };
}

async function byPort(egress: Egress): Promise<BrowserEgress> {
  const token = randomBytes(24).toString("base64url");
  const proxy = await EgressProxy.start({ egress, listen: { port: 0, token } });
  if (!("port" in proxy.address)) throw new Error("the proxy does not listen on a port");
  return { proxy, server: `http://127.0.0.1:${proxy.address.port}`, token, close: () => proxy.close() };
}
