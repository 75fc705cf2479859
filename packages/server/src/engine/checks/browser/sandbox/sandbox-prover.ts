import { type ProofPlan, proveSandbox, type SandboxProof } from "./prove.ts";
import { sweepScratch } from "./scratch.ts";

/** Proves the sandbox once per process and caches the result. */
export type SandboxProver = {
  /** Removes what killed runners left in the folder of sandboxes; called before the first one is created. */
  sweep(): Promise<void>;
  proof(): Promise<SandboxProof>;
};

export function createSandboxProver(plan: ProofPlan): SandboxProver {
  let swept: Promise<number> | null = null;
  let proof: Promise<SandboxProof> | null = null;

  async function sweep(): Promise<void> {
    swept ??= sweepScratch(plan.scratchRoot);
    await swept;
  }
  return {
    sweep,
    proof() {
      proof ??= sweep().then(() => proveSandbox(plan));
      return proof;
    },
  };
}
