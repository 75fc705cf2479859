import type { DnsAnswerFacts, DnsFacts } from "@vedette/contract/evidence/dns-facts.ts";
import { EVIDENCE_RECORDS_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { resolverEgress } from "../../../platform/net/probes/system-resolver.ts";
import type { CollectContext, ServerAddress } from "../collect-context.ts";
import type { EvidenceEndpoint } from "../endpoint.ts";
import { factText } from "../fact-text.ts";
import { type Deadline, deadlineIn, withinDeadline } from "../within-deadline.ts";
import { type AskResolver, findNameServers, type Zone } from "./find-name-servers.ts";
import { isInternalName } from "./internal-name.ts";
import { queryServer } from "./query-server.ts";

type Asked = Pick<DnsAnswerFacts, "resolver" | "server"> & {
  address: string;
  port: number;
  ask: AskResolver;
};

const RECORDS = ["A", "AAAA"] as const;

/** Asks the resolver of the system, a public resolver and the name servers of the zone for the addresses of the host. */
export async function collectDns(
  { host, port }: Pick<EvidenceEndpoint, "host" | "port">,
  ctx: CollectContext,
  deadline: Deadline,
): Promise<DnsFacts> {
  const name = host.endsWith(".") ? host.slice(0, -1) : host;
  const resolvers = resolversFor(name, ctx, deadline.signal);
  const [lookup, resolved, authoritative] = await Promise.all([
    lookUp(name, port, { ctx, deadline }),
    Promise.all(resolvers.map((asked) => askBoth(name, asked, ctx))),
    askNameServers(name, resolvers, { ctx, deadline }),
  ]);
  return {
    name: factText(name),
    zone: authoritative.zone,
    lookup,
    answers: [...resolved.flat(), ...authoritative.answers],
    nameserver_error: authoritative.error,
  };
}

/** What the checks of this runner see. */
async function lookUp(
  name: string,
  port: number,
  { ctx, deadline }: { ctx: CollectContext; deadline: Deadline },
): Promise<DnsFacts["lookup"]> {
  const startedMs = ctx.clock.monotonic();
  const { promise, resolve } = Promise.withResolvers<Pick<DnsFacts["lookup"], "addresses" | "error">>();
  const cancel = ctx.egress.resolve(name, port, (result) => {
    if (result instanceof RunnerError) resolve({ addresses: [], error: factText(result.message) });
    else if ("error" in result) resolve({ addresses: [], error: factText(result.error.message) });
    else resolve({ addresses: result.addresses.slice(0, EVIDENCE_RECORDS_MAX), error: null });
  });
  const found = await withinDeadline(promise, deadline, {
    addresses: [],
    error: "the lookup did not end in time",
  });
  cancel();
  return { ...found, duration_ms: ctx.clock.monotonic() - startedMs };
}

function resolversFor(name: string, ctx: CollectContext, signal: AbortSignal): Asked[] {
  const system = ctx.resolvers.system();
  const open = ctx.resolvers.public;
  const askAt = (server: ServerAddress, egress: CollectContext["egress"]): AskResolver => {
    return (asked, record) =>
      queryServer({
        ...{ egress, server, signal },
        question: { name: asked, record, isRecursive: true, wantsDnssec: true },
      });
  };
  const asked: Asked[] = [];
  if (system !== null) {
    const ask = askAt(system, resolverEgress(ctx.egress));
    asked.push({ resolver: "system", server: null, address: system.host, port: system.port, ask });
  }
  // The names of a private network are not sent to others.
  if (open !== null && !isInternalName(name)) {
    const ask = askAt(open, ctx.egress);
    asked.push({ resolver: "public", server: null, address: open.host, port: open.port, ask });
  }
  return asked;
}

async function askBoth(
  name: string,
  { resolver, server, address, ask }: Asked,
  { clock }: Pick<CollectContext, "clock">,
): Promise<DnsAnswerFacts[]> {
  return Promise.all(
    RECORDS.map(async (record) => {
      const startedMs = clock.monotonic();
      const result = await ask(name, record);
      const common = { resolver, server: server === null ? null : factText(server), address, record };
      const duration = { duration_ms: clock.monotonic() - startedMs };
      if ("error" in result) return { ...common, ...NO_MESSAGE, ...duration, error: factText(result.error) };
      const { isTruncated: _, ...message } = result.message;
      return { ...common, ...message, ...duration, error: null };
    }),
  );
}

const NO_MESSAGE = { rcode: null, records: [], is_authenticated: false, is_authoritative: false };

/** A resolver of the system that knows the zone knows it within this time. */
const SYSTEM_MS = 2_000;

/**
 * Returns what the first resolver found: in a private network it may know other name servers than the internet. If it does
 * not know any, or not in time, that of the next one counts.
 */
async function firstZone(
  finds: readonly Promise<Zone | string>[],
  { clock }: Pick<CollectContext, "clock">,
): Promise<Zone | string> {
  let problem = "the runner has no resolver";
  for (const [index, find] of finds.entries()) {
    const isLast = index === finds.length - 1;
    const patience = deadlineIn(SYSTEM_MS, NEVER, () => clock.monotonic());
    const found = isLast ? await find : await withinDeadline(find, patience, "the resolver does not answer");
    if (typeof found === "object") return found;
    problem = found;
  }
  return problem;
}

const NEVER = new AbortController().signal;

type Authoritative = { zone: string | null; answers: DnsAnswerFacts[]; error: string | null };

async function askNameServers(
  name: string,
  resolvers: readonly Asked[],
  { ctx, deadline }: { ctx: CollectContext; deadline: Deadline },
): Promise<Authoritative> {
  const port = ctx.resolvers.authoritativePort;
  const check = (server: ServerAddress) => ctx.egress.policy.check(server.host, server.port);
  const finds = resolvers.map(({ ask }) => findNameServers(name, { ask, check, port }));
  const zone = await withinDeadline(
    firstZone(finds, ctx),
    deadline,
    "the name servers were not found in time",
  );
  if (typeof zone === "string") return { zone: null, answers: [], error: factText(zone) };
  const answers = await Promise.all(
    zone.servers.map((server) => {
      const ask: AskResolver = (asked, record) =>
        queryServer({
          egress: ctx.egress,
          server: { host: server.address, port },
          signal: deadline.signal,
          question: { name: asked, record, isRecursive: false, wantsDnssec: false },
        });
      const asked = { resolver: "authoritative" as const, server: server.name, address: server.address };
      return askBoth(name, { ...asked, port, ask }, ctx);
    }),
  );
  return { zone: factText(zone.name), answers: answers.flat(), error: null };
}
