import process from "node:process";
import { createInterface } from "node:readline";
import { createCanaries } from "../../packages/server/src/engine/checks/canaries.ts";
import { collectEvidence } from "../../packages/server/src/engine/evidence/collect-evidence.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { createEgress } from "../../packages/server/src/platform/net/egress.ts";
import { createEgressPolicy } from "../../packages/server/src/platform/net/egress-policy.ts";
import { systemResolver } from "../../packages/server/src/platform/net/probes/system-resolver.ts";
import type { AgentRequest } from "./agents.ts";

/** A runner of the lab: collects as a runner thread does, by the resolver of its namespace. Arguments: CA and public resolver. */
const [ca = "", publicResolver = ""] = process.argv.slice(2);
const COLLECT_MS = 20_000;
const DNS_PORT = 53;

createInterface({ input: process.stdin }).on("line", (line) => void collect(JSON.parse(line)));
process.stdout.write("ready\n");

async function collect({ id, spec, deny, hasCanaries }: AgentRequest): Promise<void> {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny, ownPorts: () => [] });
  const egress = createEgress({ policy, extraCa: [ca] });
  const canary = { kind: "tcp", host: publicResolver, port: DNS_PORT } as const;
  const canaries = createCanaries([canary], { clock: systemClock, egress, log: silentLogger });
  const facts = await collectEvidence(
    { spec, order: { collectMs: COLLECT_MS, sendsRequest: true } },
    {
      ...{ clock: systemClock, egress, canaries: hasCanaries ? canaries : null },
      resolvers: {
        ...{ system: systemResolver, public: { host: publicResolver, port: DNS_PORT } },
        authoritativePort: DNS_PORT,
      },
    },
    new AbortController().signal,
  );
  process.stdout.write(`${JSON.stringify({ id, facts })}\n`);
}
