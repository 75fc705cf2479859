import { matchesPattern } from "../project-patterns.ts";

/** Patterns of the subject of an OIDC token, such as `repo:acme/shop:ref:refs/heads/main`. */

/** Includes the owner: `repo:acme/…`, `project_path:acme/…`. */
const OWNER_PREFIX = /^[^*]*[^*:/]\//;

/**
 * Returns why a pattern is rejected, or null. A pattern must contain the owner of the repository before the first `*`,
 * because anyone can create a repository that a wider pattern matches.
 */
export function subjectPatternError(pattern: string): string | null {
  if (!pattern.includes("*") || OWNER_PREFIX.test(pattern)) return null;
  return "must name the owner before the first '*', such as 'repo:acme/*:ref:refs/heads/main'";
}

/** Whether a subject matches. A `*` at the end matches any text, any other `*` matches text without `:`. */
export function matchesSubject(pattern: string, subject: string): boolean {
  const isOpen = pattern.endsWith("*");
  const expected = (isOpen ? pattern.slice(0, -1) : pattern).split(":");
  const given = subject.split(":");
  const last = expected.length - 1;
  const compared = isOpen ? [...given.slice(0, last), given.slice(last).join(":")] : given;
  if (compared.length !== expected.length) return false;
  return expected.every((part, index) => {
    const open = isOpen && index === last ? `${part}*` : part;
    return matchesPattern(open, compared[index] ?? "");
  });
}
