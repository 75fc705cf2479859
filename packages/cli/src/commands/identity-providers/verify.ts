import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { Connection } from "../../connection.ts";
import { EXIT } from "../../exit-codes.ts";

/** Longer than the server looks for the records. */
const TIMEOUT_MS = 100_000;

export const verifyIdentityProvider = defineCommand({
  words: "identity-providers verify",
  summary: "Looks for the TXT records of the domains, and prints what is missing",
  arguments: { id: { summary: "ID of the identity provider" } },
  async run({ arguments: { id } }, context) {
    const path = `identity-providers/${encodeURIComponent(id)}/verify`;
    const request = { method: "POST", path, timeoutMs: TIMEOUT_MS } as const;
    const { data } = await new Connection(context.settings()).send<IdentityProvider>(request);
    const proofs = data.domain_proofs;
    await context.write(data, () => proofs.map(lineOf).join("\n"));
    return proofs.every(({ verified_at }) => verified_at !== null) ? EXIT.ok : EXIT.failed;
  },
});

function lineOf({
  domain,
  verified_at,
  record_name,
  record_value,
}: IdentityProvider["domain_proofs"][number]) {
  return printableLine(
    verified_at === null
      ? `${domain}: not found: ${record_name} TXT "${record_value}"`
      : `${domain}: verified`,
  );
}
