import type { DnsAnswerFacts, DnsFacts, EvidenceResolver } from "@vedette/contract/evidence/dns-facts.ts";

/**
 * Both answers of one server as one. `alias`: the name leads to another name whose addresses the server does not know.
 * `referral`: the server is not responsible for the name. `failed`: an error code. `silent`: no answer.
 */
export type ServerView = {
  kind: "addresses" | "alias" | "nxdomain" | "nodata" | "referral" | "failed" | "silent";
  /** Its name, or its address. */
  label: string;
  addresses: readonly string[];
  /** Continues a sentence: "answers NXDOMAIN". */
  says: string;
};

/** Returns one view for each server that was asked as this kind of resolver. Pure. */
export function serverViews(dns: DnsFacts, resolver: EvidenceResolver): ServerView[] {
  const asked = dns.answers.filter((answer) => answer.resolver === resolver);
  const byServer = Map.groupBy(asked, ({ server, address }) => `${server} ${address}`);
  return [...byServer.values()].map(viewOfServer);
}

function viewOfServer(answers: readonly DnsAnswerFacts[]): ServerView {
  const [first] = answers;
  const label = first?.server ?? first?.address ?? "";
  const addresses = answers.flatMap(({ record, records }) =>
    records.filter(({ type }) => type === record).map(({ value }) => value.toLowerCase()),
  );
  const view = (kind: ServerView["kind"], says: string): ServerView => ({ kind, label, addresses, says });
  if (addresses.length > 0) return view("addresses", `answers ${addresses.slice(0, 2).join(", ")}`);
  const rcodes = new Set(answers.map(({ rcode }) => rcode));
  if (rcodes.has("NXDOMAIN")) return view("nxdomain", "answers NXDOMAIN");
  const failed = [...rcodes].find((rcode) => rcode !== null && rcode !== "NOERROR");
  if (failed !== undefined) return view("failed", `answers ${failed}`);
  if (!rcodes.has("NOERROR")) return view("silent", "does not answer");
  if (answers.some(({ records }) => records.some(({ type }) => type === "CNAME" || type === "DNAME"))) {
    return view("alias", "answers an alias");
  }
  const isResponsible =
    first?.resolver !== "authoritative" || answers.some((answer) => answer.is_authoritative);
  return isResponsible ? view("nodata", "has no address") : view("referral", "is not responsible");
}
