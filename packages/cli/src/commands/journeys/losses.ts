import type { ConvertedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { printableLine } from "../../command-line/printable.ts";

/** Formats the statements that could not be converted to steps. */
export function lossesText(losses: ConvertedScript["not_converted"]): string {
  return losses
    .map(({ line, code, why }) => `line ${line}: ${printableLine(why)}\n    ${printableLine(code)}`)
    .join("\n");
}
