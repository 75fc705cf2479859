import { RunnerError } from "../../../../platform/net/net-failure.ts";
import type { SandboxProver } from "../sandbox/sandbox-prover.ts";
import type { BrowserIsolation } from "./browser-sandbox.ts";

/** `required`: no browser starts without a proved sandbox. `preferred`: falls back to Chromium's own sandbox. */
export type SandboxRequirement = "required" | "preferred";

/** Returns how each browser of this process is isolated. Throws a RunnerError if none may start. */
export function createBrowserIsolation(
  proving: SandboxProver,
  requirement: SandboxRequirement,
): () => Promise<BrowserIsolation> {
  return async () => {
    await proving.sweep();
    const proof = await proving.proof();
    if (proof.ok) return "sandbox";
    if (requirement === "preferred") return "own";
    throw new RunnerError(
      `this runner cannot run browsers because its sandbox is not proved: ${proof.reason}; see VEDETTE_BROWSER_SANDBOX`,
    );
  };
}
