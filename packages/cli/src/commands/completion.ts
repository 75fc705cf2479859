import { type Command, defineCommand } from "../command-line/command.ts";
import { completeWords, type Groups } from "../completion/complete-words.ts";
import { SHELL_SCRIPTS, SHELLS } from "../completion/shell-scripts.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { readProfiles } from "../profiles/profile-file.ts";

export const completion = defineCommand({
  words: "completion",
  summary: "Prints a script that completes commands and options of vdt in a shell",
  arguments: { shell: { summary: SHELLS.join(", ") } },
  async run({ arguments: { shell: name } }, context) {
    const shell = SHELLS.find((one) => one === name);
    if (shell === undefined)
      throw new UsageError(`The shell must be ${SHELLS.join(", ")}, and is '${name}'.`);
    context.print(SHELL_SCRIPTS[shell]);
    return EXIT.ok;
  },
});

/** The command that the scripts call; `groups` are all commands. */
export function completeCommand(groups: Groups): Command {
  return defineCommand({
    words: "complete",
    summary: "Prints the words that can follow, for the script of 'completion'",
    rest: "WORD ...",
    async run({ rest }, context) {
      const profiles = Object.keys(readProfiles(context.env).profiles);
      const candidates = await completeWords(rest ?? [""], { groups, profiles });
      if (candidates.length > 0)
        context.print(candidates.map(({ word, summary }) => `${word}\t${summary}`).join("\n"));
      return EXIT.ok;
    },
  });
}
