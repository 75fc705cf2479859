import type { Extraction } from "@vedette/contract/api-monitors/extractions.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { newKey } from "../../new-key.ts";
import { type AssertionDraft, assertionBody, assertionDraft } from "../assertions/assertion-draft.ts";

export type ExtractionDraft = Extraction & { key: number };

/** State of the assertions and extractions of a step in a form. */
export type ResponseCheckDrafts = {
  assertions: readonly AssertionDraft[];
  extract: readonly ExtractionDraft[];
};

type ResponseChecksBody = { assertions: Assertion[]; extract: Extraction[] };

export function responseCheckDrafts({ assertions, extract }: ResponseChecksBody): ResponseCheckDrafts {
  return {
    assertions: assertions.map(assertionDraft),
    extract: extract.map((one) => ({ ...one, key: newKey() })),
  };
}

export function responseChecksBody({ assertions, extract }: ResponseCheckDrafts): ResponseChecksBody {
  return {
    assertions: assertions.map(assertionBody),
    extract: extract.map(({ key: _key, ...one }) => one),
  };
}
