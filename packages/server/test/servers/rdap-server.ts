import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An RDAP service, and the list of services that names it, with the answers that RFC 9083 and RFC 9224 describe. */
export type RdapServer = {
  bootstrapUrl: string;
  /** The URL of the service. */
  serviceUrl: string;
  /** The registrations by domain; any other one is not found. */
  domains: Map<string, RdapDomain>;
  /** What answers a request instead, for as long as it is set. */
  answer: ((response: ServerResponse, domain: string) => void) | null;
  /** The requests so far: `dns.json`, or the domain. */
  asked: string[];
  /** Whether the list of services was sent, or was unchanged. */
  bootstraps: number[];
  close(): Promise<void>;
};

export type RdapDomain = {
  expiresAt?: string | null;
  registrar?: string;
  status?: readonly string[];
  nameservers?: readonly string[];
  isSigned?: boolean;
};

export async function startRdapServer(
  suffixes: readonly string[] = ["test", "example"],
): Promise<RdapServer> {
  const server = createServer((request, response) => {
    const [, part = "", name = ""] = /^\/(?:rdap\/)?([^/]+)(?:\/(.*))?$/.exec(request.url ?? "") ?? [];
    rdap.asked.push(name === "" ? part : name);
    if (part === "dns.json") {
      const status = request.headers["if-none-match"] === ETAG ? 304 : 200;
      rdap.bootstraps.push(status);
      response.writeHead(status, { "content-type": "application/json", etag: ETAG });
      response.end(status === 304 ? undefined : JSON.stringify(bootstrap(suffixes, rdap.serviceUrl)));
    } else if (rdap.answer === null) answerDomain(response, name, rdap.domains.get(name));
    else rdap.answer(response, name);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rdap: RdapServer = {
    bootstrapUrl: `${base}/dns.json`,
    serviceUrl: `${base}/rdap/`,
    ...{ domains: new Map(), answer: null, asked: [], bootstraps: [] },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return rdap;
}

const ETAG = '"1"';

function answerDomain(response: ServerResponse, name: string, domain: RdapDomain | undefined): void {
  response.writeHead(domain === undefined ? 404 : 200, { "content-type": "application/rdap+json" });
  response.end(JSON.stringify(domain === undefined ? NOT_FOUND : rdapDomain(name, domain)));
}

function bootstrap(suffixes: readonly string[], serviceUrl: string) {
  return {
    description: "RDAP bootstrap file for Domain Name System registrations",
    publication: "2026-11-20T00:00:00Z",
    services: [[suffixes, [serviceUrl]]],
    version: "1.0",
  };
}

const NOT_FOUND = {
  rdapConformance: ["rdap_level_0"],
  errorCode: 404,
  title: "Not Found",
  description: ["…"],
};

/** The parts that a registry sends, also those that Vedette does not read. */
export function rdapDomain(
  name: string,
  {
    expiresAt = "2027-06-30T04:00:00Z",
    registrar = "Registrar Example, Inc.",
    status = ["client transfer prohibited"],
    nameservers = ["NS1.EXAMPLE.NET", "NS2.EXAMPLE.NET"],
    isSigned = false,
  }: RdapDomain = {},
) {
  return {
    objectClassName: "domain",
    handle: "2138514_DOMAIN_TEST-VRSN",
    ldhName: name.toUpperCase(),
    links: [
      { value: "https://rdap.test/", rel: "self", href: "https://rdap.test/", type: "application/rdap+json" },
    ],
    status,
    entities: [
      {
        objectClassName: "entity",
        roles: ["abuse"],
        vcardArray: ["vcard", [["fn", {}, "text", "Abuse desk"]]],
      },
      {
        objectClassName: "entity",
        handle: "292",
        roles: ["registrar"],
        publicIds: [{ type: "IANA Registrar ID", identifier: "292" }],
        vcardArray: [
          "vcard",
          [
            ["version", {}, "text", "4.0"],
            ["fn", {}, "text", registrar],
          ],
        ],
      },
    ],
    events: [
      { eventAction: "registration", eventDate: "1997-09-15T04:00:00Z" },
      ...(expiresAt === null ? [] : [{ eventAction: "expiration", eventDate: expiresAt }]),
      { eventAction: "last update of RDAP database", eventDate: "2026-11-20T00:00:00Z" },
    ],
    secureDNS: { delegationSigned: isSigned },
    nameservers: nameservers.map((ldhName) => ({ objectClassName: "nameserver", ldhName })),
    rdapConformance: ["rdap_level_0"],
    notices: [{ title: "Terms of Use", description: ["…"] }],
  };
}
