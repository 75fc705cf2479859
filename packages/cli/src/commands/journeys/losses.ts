import type { ConvertedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { printableLine } from "../../printable.ts";

/** What could not become steps, a statement a paragraph. */
export function lossesText(losses: ConvertedScript["not_converted"]): string {
  return losses
    .map(({ line, code, why }) => `line ${line}: ${printableLine(why)}\n    ${printableLine(code)}`)
    .join("\n");
}
