import type { PageDomain } from "@vedette/contract/status-pages/page-domains.ts";
import { type Command, readArguments, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const addUsage = "status-pages add-domain ID HOST [--json]";

export const addPageDomain: Command = {
  usage: addUsage,
  summary: "Adds a domain to a status page and prints the DNS records that it needs",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage: addUsage });
    const [id, host] = readTwo(positionals, addUsage);
    const domain = await statusPagesOf(values.server, terminal).addDomain(id, host);
    terminal.print(values.json ? JSON.stringify(domain, null, 2) : describe(domain));
    return EXIT.ok;
  },
};

const verifyUsage = "status-pages verify-domain ID DOMAIN_ID [--json]";

export const verifyPageDomain: Command = {
  usage: verifyUsage,
  summary: "Verifies a domain of a status page now and prints what is missing",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage: verifyUsage });
    const [id, domainId] = readTwo(positionals, verifyUsage);
    const domain = await statusPagesOf(values.server, terminal).verifyDomain(id, domainId);
    terminal.print(
      values.json ? JSON.stringify(domain, null, 2) : (domain.error ?? `${domain.host} is verified.`),
    );
    return EXIT.ok;
  },
};

function describe({ id, host, records, verification_url: url }: PageDomain): string {
  const lines = records.map(({ type, name, value }) => `  ${name} ${type} ${value}`);
  return [id, `DNS records for ${host}, one of:`, ...lines, `This server must answer at ${url}`].join("\n");
}

function readTwo(positionals: readonly string[], usage: string): [string, string] {
  const [one, other, ...more] = positionals;
  if (one && other && more.length === 0) return [one, other];
  throw new UsageError(`This command requires two arguments. Usage: vdt ${usage}`);
}
