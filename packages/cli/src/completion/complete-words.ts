import type { Command, OptionSpec } from "../command-line/command.ts";
import { GLOBAL_OPTIONS } from "../command-line/global-options.ts";
import type { CommandGroup } from "../command-line/program.ts";

/** A word that can stand at the cursor, and what it means. */
export type Candidate = { word: string; summary: string };

export type Groups = Readonly<Record<string, CommandGroup>>;
type Options = Readonly<Record<string, OptionSpec>>;

/**
 * Returns the candidates for the last of the words after `vdt`, which may be empty. Without candidates the shell
 * completes file names. `profiles` are the names of the stored profiles.
 */
export async function completeWords(
  words: readonly string[],
  { groups, profiles }: { groups: Groups; profiles: readonly string[] },
): Promise<Candidate[]> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const [first] = withoutOptions(before, GLOBAL_OPTIONS);
  const group = first !== undefined && Object.hasOwn(groups, first) ? groups[first] : undefined;
  if (first !== undefined && group === undefined) return [];
  const commands = group === undefined ? [] : [await group.load()].flat();
  const command = findCommand(commands, withoutOptions(before, optionsOf(commands)));
  const options = command === null ? GLOBAL_OPTIONS : { ...command.options, ...GLOBAL_OPTIONS };
  const valued = optionBefore(before, options);
  if (valued !== null) {
    const values = valued.name === "profile" ? profiles : (valued.spec.choices ?? []);
    return matching(
      values.map((word) => ({ word, summary: valued.spec.summary })),
      current,
    );
  }
  if (current.startsWith("-")) return matching(optionCandidates(options), current);
  const next = group === undefined ? groupCandidates(groups) : nextWords(commands, before);
  return matching(next, current);
}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | null {
  const matches = commands.filter((command) =>
    command.words.split(" ").every((word, index) => words[index] === word),
  );
  // `on-call` is a command, and so is `on-call settings`.
  return matches.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
}

/** The words of the command line that are neither options nor their values. */
function withoutOptions(words: readonly string[], options: Options): string[] {
  return words.filter(
    (word, index) =>
      !word.startsWith("-") && word !== "=" && optionBefore(words.slice(0, index), options) === null,
  );
}

type ValuedOption = {
  name: string;
  spec: Exclude<OptionSpec, { type: "boolean" }> & { choices?: readonly string[] };
};

/** Returns the option whose value comes after the words; null if there is none. Bash separates `--output=json` in three. */
function optionBefore(words: readonly string[], options: Options): ValuedOption | null {
  const last = words.at(-1) === "=" ? words.at(-2) : words.at(-1);
  if (last === undefined || !last.startsWith("-")) return null;
  for (const [name, spec] of Object.entries(options))
    if (
      spec.type !== "boolean" &&
      (last === `--${name}` || (spec.short !== undefined && last === `-${spec.short}`))
    )
      return { name, spec };
  return null;
}

function optionsOf(commands: readonly Command[]): Options {
  return Object.assign({}, GLOBAL_OPTIONS, ...commands.map(({ options }) => options));
}

function optionCandidates(options: Options): Candidate[] {
  return [
    ...Object.entries(options).map(([name, { summary }]) => ({ word: `--${name}`, summary })),
    { word: "--help", summary: "print this help" },
  ];
}

function groupCandidates(groups: Groups): Candidate[] {
  return Object.entries(groups).flatMap(([word, { summary, isHidden }]) =>
    isHidden ? [] : [{ word, summary }],
  );
}

/** The words that may follow, such as `list` after `monitors`. */
function nextWords(commands: readonly Command[], before: readonly string[]): Candidate[] {
  const given = withoutOptions(before, optionsOf(commands));
  const found = new Map<string, string>();
  for (const { words, summary } of commands) {
    const parts = words.split(" ");
    const next = parts[given.length];
    if (next !== undefined && given.every((word, index) => parts[index] === word)) found.set(next, summary);
  }
  return [...found].map(([word, summary]) => ({ word, summary }));
}

function matching(candidates: readonly Candidate[], start: string): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(start === "=" ? "" : start));
}
