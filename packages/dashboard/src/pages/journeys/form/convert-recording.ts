// First, for what follows makes schemas.
import "@vedette/contract/common/without-eval.ts";

/** A chunk of its own: with its parser of JavaScript, which nobody else needs. */
export { convertRecordedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
