import { projects, trusts } from "../nouns/code-nouns.ts";
import { nounCommands } from "../nouns/noun-commands.ts";

export const projectCommands = nounCommands(projects);

export const trustCommands = nounCommands(trusts);
