import { KEPT_HEADER_VALUE_MAX, type KeptResponse } from "@vedette/contract/checks/kept-response.ts";
import { maskerOf } from "../../platform/masking/mask.ts";
import { toText } from "./assertions/compare.ts";
import type { CheckTry } from "./check-try.ts";
import { inverted } from "./invert.ts";
import type { ProbeFacts, ProbeSpec } from "./probe-model.ts";
import { storableText } from "./storable-text.ts";

const TEXT_LENGTH_MAX = 65_536;

/** Returns the facts of a check that is not HTTP as its kept response, if the check keeps one. */
export function keptFacts(
  { keepBody, mask, invert }: ProbeSpec,
  found: CheckTry,
  { values = {}, text = null }: ProbeFacts,
): { kept?: KeptResponse } {
  if (keepBody === undefined) return {};
  const { error } = invert ? inverted(found) : found;
  if (keepBody === "on_failure" && error === null) return {};
  const hide = maskerOf(mask);
  // A secret must be masked before a text is cut.
  const show = (value: string, lengthMax: number) => storableText(hide(value, lengthMax)).slice(0, lengthMax);
  const headers = Object.entries(values).flatMap(([name, value]) => {
    const shown = toText(value ?? undefined);
    return shown === null ? [] : [[name, show(shown, KEPT_HEADER_VALUE_MAX).toWellFormed()]];
  });
  const body = text === null || text === "" ? null : show(text, TEXT_LENGTH_MAX).toWellFormed();
  return {
    kept: {
      headers: Object.fromEntries(headers),
      body,
      isBodyCut: (text?.length ?? 0) > TEXT_LENGTH_MAX,
    },
  };
}
