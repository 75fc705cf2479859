import type { PageDomain } from "@vedette/contract/status-pages/page-domains.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { StatusPageClient } from "../../status-page-client.ts";

export const addPageDomain = defineCommand({
  words: "status-pages add-domain",
  summary: "Adds a domain to a status page and prints the DNS records that it needs",
  arguments: { id: { summary: "ID of the status page" }, host: { summary: "name of the domain" } },
  async run({ arguments: { id, host } }, context) {
    const domain = await new StatusPageClient(context.settings()).addDomain(id, host);
    await context.write(domain, () => describe(domain));
    return EXIT.ok;
  },
});

export const verifyPageDomain = defineCommand({
  words: "status-pages verify-domain",
  summary: "Verifies a domain of a status page now and prints what is missing",
  arguments: { id: { summary: "ID of the status page" }, domain: { summary: "ID of the domain" } },
  async run({ arguments: { id, domain: domainId } }, context) {
    const domain = await new StatusPageClient(context.settings()).verifyDomain(id, domainId);
    await context.write(domain, () => domain.error ?? `${domain.host} is verified.`);
    return domain.error === null ? EXIT.ok : EXIT.refused;
  },
});

function describe({ id, host, records, verification_url: url }: PageDomain): string {
  const linesOf = (isProof: boolean) =>
    records
      .filter(({ type }) => (type === "TXT") === isProof)
      .map(({ type, name, value }) => `  ${name} ${type} ${value}`);
  return [
    id,
    `${host} needs a CNAME record to this server, or its address records.`,
    ...linesOf(false),
    "Only if verify-domain says so, it needs also:",
    ...linesOf(true),
    `This server must answer at ${url}`,
  ].join("\n");
}
