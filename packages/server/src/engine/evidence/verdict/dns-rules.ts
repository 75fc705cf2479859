import type { DnsFacts } from "@vedette/contract/evidence/dns-facts.ts";
import type { Verdict, VerdictScope } from "@vedette/contract/evidence/verdict.ts";
import type { VerdictRule } from "./case-file.ts";
import { type ServerView, serverViews } from "./name-server-view.ts";
import { failing, type VantageView } from "./vantage-view.ts";
import { listText, locationScope, onlyFromText } from "./wording.ts";

/** What the resolvers and name servers said at one location. */
type DnsCase = {
  view: VantageView;
  dns: DnsFacts;
  servers: readonly ServerView[];
  system: ServerView | null;
  open: ServerView | null;
  isLookupFailed: boolean;
};

type DnsVerdict = Pick<Verdict, "certainty" | "summary"> & { scope: VerdictScope | "locations" };

/** Name servers or resolvers do not lead to the addresses of the target. */
export const dnsRule: VerdictRule = (file) => {
  for (const view of file.bad) {
    const found = dnsCaseOf(view);
    if (found === null) continue;
    for (const rule of RULES) {
      const verdict = rule(found);
      if (verdict === null) continue;
      const isEverywhere = verdict.scope === "locations";
      const scope = verdict.scope === "locations" ? locationScope(file) : verdict.scope;
      const summary = `DNS: ${verdict.summary}${isEverywhere ? onlyFromText(file) : ""}`;
      return { layer: "dns", scope, certainty: verdict.certainty, summary };
    }
  }
  return null;
};

function dnsCaseOf(view: VantageView): DnsCase | null {
  const { dns, incomplete } = view.facts;
  if (dns === null || incomplete.includes("dns")) return null;
  return {
    ...{ view, dns },
    servers: serverViews(dns, "authoritative").filter(({ kind }) => kind !== "referral"),
    system: serverViews(dns, "system")[0] ?? null,
    open: serverViews(dns, "public")[0] ?? null,
    isLookupFailed: dns.lookup.error !== null,
  };
}

type DnsRule = (found: DnsCase) => DnsVerdict | null;

/** Some name servers know the name and others do not. */
const serversDisagree: DnsRule = ({ servers, view, isLookupFailed, dns }) => {
  const right = servers.filter(isRight);
  const wrong = servers.filter(({ kind }) => kind === "nxdomain" || kind === "nodata");
  const isOtherFailure = !isLookupFailed && failing(view).length > 0;
  if (right.length === 0 || wrong.length === 0 || isOtherFailure) return null;
  return {
    ...{ scope: nameServerScope(wrong), certainty: "certain" },
    summary: `${saysText(wrong)} for ${dns.name}.\n${listText(right.map(({ label }) => label))} ${answersText(right)}.`,
  };
};

const allDeny: DnsRule = ({ servers, dns, isLookupFailed, system, open }) => {
  if (servers.length === 0 || !servers.every(({ kind }) => kind === "nxdomain" || kind === "nodata"))
    return null;
  const holder = [system, open].find((each) => each !== null && each.addresses.length > 0);
  const addresses = dns.lookup.addresses.length > 0 ? dns.lookup.addresses : (holder?.addresses ?? []);
  const cached = addresses.length === 0 ? "" : `\nA cache still has ${listText(addresses)}; it expires.`;
  const says = servers[0]?.says ?? "";
  return {
    ...{ scope: "all", certainty: isLookupFailed ? "certain" : "likely" },
    summary: `${everyServer(servers, dns)} ${says} for ${dns.name}.${cached}`,
  };
};

const noneServes: DnsRule = ({ servers, dns, isLookupFailed, system, open }) => {
  const isFailed = servers.every(({ kind }) => kind === "failed" || kind === "silent");
  if (servers.length === 0 || !isFailed || !isLookupFailed) return null;
  // Networks often let their runners ask only their own resolver.
  const isSilent = servers.every(({ kind }) => kind === "silent");
  if (isSilent && (system?.kind === "silent" || isKnown(open))) return null;
  const saw = servers.every(({ says }) => says === servers[0]?.says) ? servers[0]?.says : "fails";
  return {
    ...{ scope: "locations", certainty: isSilent && system?.kind !== "failed" ? "likely" : "certain" },
    summary: `${everyServer(servers, dns)} ${saw} for ${dns.name}.`,
  };
};

/** Resolvers should have taken the answer of another server, so this is not the only explanation. */
const someFail: DnsRule = ({ servers, dns, isLookupFailed, system }) => {
  const right = servers.filter(isRight);
  const wrong = servers.filter(({ kind }) => kind === "failed" || kind === "silent");
  if (!isLookupFailed || right.length === 0 || wrong.length === 0 || system?.kind === "silent") return null;
  return {
    ...{ scope: nameServerScope(wrong), certainty: "likely" },
    summary: `${saysText(wrong)} for ${dns.name}.\n${listText(right.map(({ label }) => label))} ${answersText(right)}.`,
  };
};

const resolverFails: DnsRule = ({ servers, dns, isLookupFailed, system, open }) => {
  if (!isLookupFailed || system === null || isRight(system)) return null;
  const knows = servers.length > 0 && servers.every(isRight);
  if (!knows && !isKnown(open)) return null;
  if (knows && system.kind === "failed" && open?.kind === "failed") {
    return {
      ...{ scope: "all", certainty: "likely" },
      summary: `resolvers reject the answers of the name servers of ${dns.zone}: the resolver of the runner ${system.says}, and a public one as well.\nThe DNSSEC signatures of the zone are probably invalid.`,
    };
  }
  const by = knows ? `the name servers of ${dns.zone} answer` : "a public resolver answers";
  const addresses = knows ? servers.flatMap((server) => server.addresses) : (open?.addresses ?? []);
  return {
    ...{ scope: "one_resolver", certainty: "certain" },
    summary: `the resolver of the runner (${system.label}) ${system.says} for ${dns.name}.\nFrom the same place ${by} ${listText([...new Set(addresses)]) || "correctly"}.`,
  };
};

/** No name server could be asked. */
const lookupFails: DnsRule = ({ servers, dns, isLookupFailed, system, open, view }) => {
  if (!isLookupFailed || servers.some(isRight) || isPolicyError(dns)) return null;
  if (system?.kind === "silent" && open?.kind === "silent") {
    return {
      ...{ scope: "locations", certainty: "likely" },
      summary: `neither the resolver of the runner (${system.label}) nor a public one answers for ${dns.name}.`,
    };
  }
  if (system === null || system.kind === "silent") {
    const who =
      system === null
        ? "the runner has no resolver"
        : `the resolver of the runner (${system.label}) does not answer`;
    return {
      scope: "one_resolver",
      certainty: view.facts.canaries === "responding" ? "certain" : "likely",
      summary: `${who}.`,
    };
  }
  if (isRight(system)) return null;
  const isConfirmed = open !== null && open.kind === system.kind;
  return {
    ...{ scope: "locations", certainty: isConfirmed && system.kind === "nxdomain" ? "certain" : "likely" },
    summary: `the resolver of the runner (${system.label}) ${system.says} for ${dns.name}${isConfirmed ? ", and a public one as well" : ""}.`,
  };
};

/** The resolver has addresses that do not work, and the name servers others that do. */
const resolverIsWrong: DnsRule = ({ servers, dns, system, view }) => {
  const right = new Set(servers.filter(isRight).flatMap(({ addresses }) => addresses));
  const used = dns.lookup.addresses.map((address) => address.toLowerCase());
  if (right.size === 0 || !servers.every(isRight) || used.length === 0) return null;
  if (used.some((address) => right.has(address))) return null;
  const works = (address: string) => workingResponse(view, address);
  const fine = [...right].filter(works);
  const isUsedBad = used.every((address) => !works(address)) || isOtherContent(view, used, fine);
  if (fine.length === 0 || !isUsedBad) return null;
  return {
    ...{ scope: "one_resolver", certainty: "certain" },
    summary: `the resolver of the runner (${system?.label ?? "of the system"}) answers ${listText(used)}, which does not work.\nThe name servers of ${dns.zone} answer ${listText(fine)}, which works.`,
  };
};

/** Name servers answer different addresses, and those of some do not work. */
const serversDiffer: DnsRule = ({ servers, view }) => {
  const known = servers.filter(({ kind }) => kind === "addresses");
  const works = (address: string) => workingResponse(view, address);
  const isProbed = (address: string) => view.findings.some((finding) => finding.address.address === address);
  const right = known.filter(({ addresses }) => addresses.every((each) => isProbed(each) && works(each)));
  const wrong = known.filter(({ addresses }) => addresses.every((each) => isProbed(each) && !works(each)));
  if (right.length === 0 || wrong.length === 0 || right.length + wrong.length < known.length) return null;
  return {
    ...{ scope: nameServerScope(wrong), certainty: "likely" },
    summary: `${saysText(wrong)}, which does not work.\n${listText(right.map(({ label }) => label))} ${answersText(right)}, which works.`,
  };
};

const RULES: readonly DnsRule[] = [
  serversDisagree,
  allDeny,
  noneServes,
  someFail,
  resolverFails,
  lookupFails,
  resolverIsWrong,
  serversDiffer,
];

function isRight({ kind }: ServerView): boolean {
  return kind === "addresses" || kind === "alias";
}

function isKnown(server: ServerView | null): boolean {
  return server !== null && isRight(server);
}

/** The lookup found addresses that may not be used. */
function isPolicyError({ lookup }: DnsFacts): boolean {
  return lookup.error?.includes("not allowed") ?? false;
}

function nameServerScope(wrong: readonly ServerView[]): VerdictScope {
  return wrong.length === 1 ? "one_nameserver" : "some_nameservers";
}

function saysText(servers: readonly ServerView[]): string {
  return listText(servers.map(({ label, says }) => `${label} ${says}`));
}

function answersText(servers: readonly ServerView[]): string {
  const addresses = [...new Set(servers.flatMap((server) => server.addresses))];
  const verb = servers.length === 1 ? "answers" : "answer";
  return `${verb} ${addresses.length === 0 ? "correctly" : listText(addresses)}`;
}

function everyServer(servers: readonly ServerView[], { zone }: DnsFacts): string {
  const [only] = servers;
  return servers.length === 1 ? (only?.label ?? "") : `each of the ${servers.length} name servers of ${zone}`;
}

function workingResponse({ findings }: VantageView, address: string): boolean {
  return findings.some(({ address: of, failure }) => of.address === address && failure === null);
}

/** The check does not accept what these addresses respond, and others respond something else. */
function isOtherContent(
  { facts, findings }: VantageView,
  used: readonly string[],
  fine: readonly string[],
): boolean {
  if (facts.check?.error?.phase !== "assertion") return false;
  const bodyAt = (addresses: readonly string[]) =>
    new Set(
      findings
        .filter(({ address }) => addresses.includes(address.address))
        .map(({ address }) => address.response?.body_sha256 ?? null),
    );
  const usual = bodyAt(fine);
  return [...bodyAt(used)].every((hash) => hash !== null && !usual.has(hash));
}
