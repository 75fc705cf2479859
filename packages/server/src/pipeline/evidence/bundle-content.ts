import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { EvidenceBundle } from "@vedette/contract/evidence/evidence-bundles.ts";
import { EVIDENCE_BYTES_MAX } from "@vedette/contract/evidence/evidence-limits.ts";

/** What a bundle stores beside its verdict, as compressed JSON of at most two megabytes. */

export type BundleContent = Pick<EvidenceBundle, "facts" | "locations" | "run">;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Leaves out bodies, and then what each location collected, if the content is too large. */
export async function encodeContent(content: BundleContent): Promise<Buffer> {
  for (const smaller of [whole, withoutBodies, withoutVantages]) {
    const bytes = Buffer.from(JSON.stringify(smaller(content)));
    if (bytes.length <= EVIDENCE_BYTES_MAX) return compress(bytes);
  }
  throw new Error("evidence without bodies and locations is too large");
}

export async function decodeContent(bytes: Buffer): Promise<BundleContent> {
  return JSON.parse((await decompress(bytes, { maxOutputLength: EVIDENCE_BYTES_MAX })).toString());
}

function whole(content: BundleContent): BundleContent {
  return content;
}

function withoutBodies({ facts, run, locations }: BundleContent): BundleContent {
  const { last_good: good, first_bad: bad } = facts;
  const vantages = facts.vantages.map((vantage) => ({
    ...vantage,
    check: vantage.check && {
      ...vantage.check,
      response: vantage.check.response && withoutBody(vantage.check.response),
    },
    addresses: vantage.addresses.map((each) => ({
      ...each,
      response: each.response && withoutBody(each.response),
    })),
  }));
  return {
    locations,
    run: run && { ...run, dom: null },
    facts: { ...facts, vantages, last_good: good && withoutBody(good), first_bad: bad && withoutBody(bad) },
  };
}

function withoutBody<Response extends { body: string | null; is_body_cut: boolean }>(
  response: Response,
): Response {
  return response.body === null ? response : { ...response, body: null, is_body_cut: true };
}

function withoutVantages(content: BundleContent): BundleContent {
  const { facts, ...rest } = withoutBodies(content);
  return { ...rest, facts: { ...facts, vantages: [] } };
}
