import type { RunErrorCode } from "@vedette/contract/runs/run-errors.ts";

/**
 * Why a step failed, in plain words. Thrown within a step and converted to a value at its end. Anything else
 * that a step throws is a browser failure or a bug.
 */
export class StepFailure extends Error {
  readonly code: RunErrorCode;

  constructor(code: RunErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const QUOTE_LENGTH_MAX = 120;

/** Quotes a text of the page or of a step within a sentence. */
export function quote(text: string, lengthMax = QUOTE_LENGTH_MAX): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return `'${flat.length <= lengthMax ? flat : `${flat.slice(0, lengthMax - 1).toWellFormed()}…`}'`;
}

export function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
