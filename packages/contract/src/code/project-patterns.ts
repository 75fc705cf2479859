import { z } from "zod";

/** Patterns of project names: which projects an API key of scope `code` is for. */

const PATTERNS_MAX = 20;
/** The longest name, with its prefix. */
const PATTERN_LENGTH_MAX = 80;

export const projectPatternsSchema = z
  .array(
    z
      .string()
      .max(PATTERN_LENGTH_MAX)
      .regex(
        /^[A-Za-z0-9_.:*-]+$/,
        "must be the name of a project, or a pattern such as 'team-*': letters, digits, '_', '.', ':', '-' and '*'",
      ),
  )
  .min(1, "must name at least one project")
  .max(PATTERNS_MAX);

/** Whether a pattern matches the whole text. `*` matches any text, also none. Takes linear time for each part. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
