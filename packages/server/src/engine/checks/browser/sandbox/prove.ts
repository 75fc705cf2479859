import { z } from "zod";
import { ownFile } from "../../../../platform/kernel/own-files.ts";
import { BWRAP, type LaunchEnd, type LaunchLimits, launch } from "./launch.ts";
import { isAnyAlive, type ProcessMark, readProcessTree } from "./process-tree.ts";
import { claimScratch } from "./scratch.ts";

/** Whether the sandbox contains hostile programs on this machine; the reason is shown to users. */
export type SandboxProof = { ok: true; refused: readonly CanaryResult[] } | { ok: false; reason: string };

export type CanaryResult = { canary: string; refused: boolean; detail: string };

export type ProofPlan = {
  scratchRoot: string;
  limits: Omit<LaunchLimits, "wallMs">;
  /**
   * Besides `/etc/shadow`: the data folder, the database socket, and other sensitive files of this machine.
   */
  hiddenPaths: readonly string[];
  /**
   * Destinations that must be unreachable from inside: the database, metadata services, Vedette's own ports.
   */
  destinations: readonly ({ host: string; port: number } | { path: string })[];
};

export const INSIDE_FOLDER = ownFile("src/engine/checks/browser/sandbox/inside");

const CANARIES = [
  "environment",
  "processes",
  "memory",
  "privileges",
  "files",
  "writing",
  "network",
  "vsock",
  "kernel",
  "disk",
  "forks",
] as const;

/** Each attempt is denied immediately; the fork bomb takes the longest, below a second on two busy cores. */
const PROOF_WALL_MS = 20_000;
/**
 * Smaller than those of runs, but enforced in the same way, so that the start of a runner does not wait for
 * them.
 */
const PROOF_BYTES_MAX = 33_554_432;
const PROOF_PROCESSES_MAX = 100;
/** How long a killed process may still be visible: the kernel frees a namespace a moment later. */
const GONE_WITHIN_MS = 5_000;
const GONE_POLL_MS = 10;

const METADATA_DESTINATIONS = [
  { host: "169.254.169.254", port: 80 },
  { host: "fd00:ec2::254", port: 80 },
  { host: "1.1.1.1", port: 443 },
];

/**
 * Runs hostile programs in the sandbox in the same way as scripts, and trusts it only if every attempt was
 * denied. Never throws for a sandbox that does not hold: that is a result.
 */
export async function proveSandbox(plan: ProofPlan): Promise<SandboxProof> {
  if (process.platform !== "linux") return { ok: false, reason: "bubblewrap needs Linux" };
  try {
    const verdicts = await tryCanaries(plan);
    verdicts.push(...(await tryOutliving(plan)));
    const failed = verdicts.filter(({ refused }) => !refused);
    if (failed.length === 0) return { ok: true, refused: verdicts };
    const list = failed.map(({ canary, detail }) => `${canary} (${detail})`).join(", ");
    return { ok: false, reason: `the sandbox does not hold: ${list}` };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { ok: false, reason: `${BWRAP} is missing: install the package bubblewrap` };
    }
    return { ok: false, reason: `the sandbox could not be started: ${String(error)}` };
  }
}

const verdictSchema = z.object({
  canary: z.enum(CANARIES),
  refused: z.boolean(),
  detail: z.string().max(300),
});

async function tryCanaries(plan: ProofPlan): Promise<CanaryResult[]> {
  const verdicts = new Map<string, CanaryResult>();
  const other = await claimScratch(plan.scratchRoot);
  try {
    const end = await inside(plan, "canary.mjs", {
      input: {
        canaries: CANARIES,
        environmentNames: ["HOME", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"],
        hiddenPaths: [...plan.hiddenPaths, other.folder, plan.scratchRoot],
        destinations: [...METADATA_DESTINATIONS, ...plan.destinations],
        diskBytesMax: PROOF_BYTES_MAX,
        processesMax: PROOF_PROCESSES_MAX,
      },
      onMessage(message) {
        const { data } = verdictSchema.safeParse(message);
        if (data) verdicts.set(data.canary, data);
      },
    });
    return CANARIES.map((canary) => verdicts.get(canary) ?? { canary, refused: false, detail: wordsOf(end) });
  } finally {
    await other.remove();
  }
}

/** Starts a process that avoids its kill, while the first one prints endlessly. */
async function tryOutliving(plan: ProofPlan): Promise<CanaryResult[]> {
  let tree: ProcessMark[] = [];
  const end = await inside(plan, "outlive.mjs", {
    input: { isFlooding: true },
    onMessage: (_, rootPid) => {
      tree = readProcessTree(rootPid).processes;
    },
  });
  const isGone = tree.length > 1 && (await areGone(tree));
  return [
    { canary: "flood", refused: end.killedFor === "output", detail: end.reason ?? wordsOf(end) },
    {
      canary: "outlive",
      refused: isGone,
      detail: isGone ? "all ended" : "some of its processes were left running",
    },
  ];
}

async function inside(
  plan: ProofPlan,
  file: string,
  { input, onMessage }: { input: unknown; onMessage(message: unknown, rootPid: number): void },
): Promise<LaunchEnd> {
  const scratch = await claimScratch(plan.scratchRoot);
  try {
    return await launch({
      scratch,
      mode: "sandboxed",
      entry: { folder: INSIDE_FOLDER, file },
      input,
      readOnly: [],
      env: {},
      limits: {
        ...plan.limits,
        wallMs: PROOF_WALL_MS,
        homeBytesMax: PROOF_BYTES_MAX,
        sharedMemoryBytesMax: PROOF_BYTES_MAX,
        processesMax: PROOF_PROCESSES_MAX,
      },
      signal: new AbortController().signal,
      onFrame: (frame, rootPid) => {
        if (frame.kind === "message") onMessage(frame.value, rootPid);
      },
    });
  } finally {
    await scratch.remove();
  }
}

async function areGone(processes: readonly ProcessMark[]): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < GONE_WITHIN_MS; waitedMs += GONE_POLL_MS) {
    if (!isAnyAlive(processes)) return true;
    await new Promise((resolve) => setTimeout(resolve, GONE_POLL_MS));
  }
  return false;
}

function wordsOf({ reason, exitCode, printed }: LaunchEnd): string {
  const said = printed.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
  return reason ?? `it ended with ${exitCode}${said === "" ? "" : `: ${said}`}`;
}
