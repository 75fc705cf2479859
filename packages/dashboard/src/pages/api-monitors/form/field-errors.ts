import { serverText } from "../../../language/server-texts/server-text.ts";
import { t } from "../../../language/t.ts";

/** "Step 2, url: must be a full URL." */
export function placedError({ path, message }: { path: string; message: string }): string {
  const [noun, index, ...rest] = path.split(".");
  const problem = serverText(message);
  if (noun !== "steps" || index === undefined) return `${path}: ${problem}.`;
  const place = t("Step {number}", { number: Number(index) + 1 });
  return rest.length === 0 ? `${place}: ${problem}.` : `${place}, ${rest.join(" ")}: ${problem}.`;
}
