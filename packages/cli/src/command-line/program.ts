import { Command as CommanderCommand, CommanderError } from "commander";
import { EXIT, UsageError } from "../exit-codes.ts";
import type { Command } from "./command.ts";
import { createContext, type Terminal } from "./command-context.ts";
import { addDeclaration, addGlobalOptions, readGlobals, readInput } from "./declarations.ts";
import { EXIT_CODES_HELP, SETTINGS_HELP } from "./help-texts.ts";

/** The commands that share a first word, which may be a command itself, or the single command of that word. */
export type CommandGroup = {
  summary: string;
  /** The heading in `vdt --help`. */
  heading: string;
  /** Whether the help and the completion leave it out. */
  isHidden?: true;
  /** Whether the words after `--` are another program with its arguments. */
  startsProgram?: true;
  /** Imports the commands, so that `vdt --help` does not load all of them. */
  load(): Promise<Command | readonly Command[]>;
};

export type ProgramDefinition = {
  version: string;
  groups: Readonly<Record<string, CommandGroup>>;
};

/** Parses a command line and executes its command; returns the exit code. Throws `UsageError` for invalid ones. */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  { version, groups }: ProgramDefinition,
): Promise<number> {
  const dashes = groups[args[0] ?? ""]?.startsProgram ? args.indexOf("--") : -1;
  const own = dashes === -1 ? args : args.slice(0, dashes);
  const state: State = { terminal, exitCode: EXIT.ok, rest: dashes === -1 ? null : args.slice(dashes + 1) };
  const program = new CommanderCommand("vdt");
  program
    .description(
      "Manage the targets, alerts, incidents and status pages of a Vedette server from a terminal or a pipeline",
    )
    .usage("<command> [options]")
    .version(`vdt ${version}`, "--version", "print the version")
    .enablePositionalOptions();
  addGlobalOptions(program);
  configure(program, state);
  program.addHelpText("after", `\n${SETTINGS_HELP}\n\n${EXIT_CODES_HELP}`);
  for (const [word, group] of Object.entries(groups)) {
    const stub = program
      .command(word, { hidden: group.isHidden === true })
      .description(group.summary)
      .helpGroup(`${group.heading}:`);
    stub.enablePositionalOptions();
    configure(stub, state);
    stub.addHelpText("after", `\n${EXIT_CODES_HELP}`);
  }
  program.hook("preSubcommand", async (_program, stub) => {
    const loaded = await groups[stub.name()]?.load();
    if (loaded !== undefined) fillStub(stub, loaded, state);
  });
  const words = own.length === 0 ? ["--help"] : own[0] === "version" ? ["--version"] : [...own];
  try {
    await program.parseAsync(words, { from: "user" });
    return state.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version were printed; a group without a verb shows its help as an error.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

type State = { terminal: Terminal; exitCode: number; rest: readonly string[] | null };

function fillStub(stub: CommanderCommand, loaded: Command | readonly Command[], state: State): void {
  if (!Array.isArray(loaded)) {
    addCommand(stub, loaded as Command, state);
    return;
  }
  for (const command of loaded as readonly Command[]) {
    const words = command.words.split(" ").slice(1);
    let parent = stub;
    for (const word of words.slice(0, -1)) parent = findOrCreate(parent, word, state);
    const last = words.at(-1);
    if (last === undefined) addCommand(stub, command, state);
    else {
      const leaf = parent.command(last);
      configure(leaf, state);
      leaf.addHelpText("after", `\n${EXIT_CODES_HELP}`);
      addCommand(leaf, command, state);
    }
  }
}

/** Groups of more than two words, such as `code projects list`. */
function findOrCreate(parent: CommanderCommand, word: string, state: State): CommanderCommand {
  const found = parent.commands.find((one) => one.name() === word);
  if (found) return found;
  const created = parent.command(word).enablePositionalOptions();
  configure(created, state);
  return created;
}

function addCommand(leaf: CommanderCommand, command: Command, state: State): void {
  addDeclaration(leaf, command);
  addGlobalOptions(leaf);
  leaf.action(async () => {
    const context = createContext(state.terminal, readGlobals(leaf));
    state.exitCode = await command.run({ ...readInput(leaf, command), rest: state.rest }, context);
  });
}

function configure(command: CommanderCommand, { terminal }: State): void {
  command
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      // The error is thrown, and reported by the caller.
      outputError: () => undefined,
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .helpOption("-h, --help", "print this help")
    .exitOverride((error) => {
      if (error.exitCode === 0 || error.code === "commander.help") throw error;
      throw new UsageError(usageMessage(error, command));
    });
}

/** Formats an error of commander as sentences, with the usage of the command. */
function usageMessage({ message, code }: CommanderError, command: CommanderCommand): string {
  const path = pathOf(command);
  const [first = "", hint] = message.replace(/^error: /, "").split("\n");
  const sentence = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, "");
  const suggestion = hint ? ` ${hint.replace(/^\((.*)\)$/, "$1")}` : "";
  if (code === "commander.missingArgument") {
    const missing = command.registeredArguments[command.args.length];
    return `Missing argument: ${missing?.description}. Usage: ${path} ${command.usage()}`;
  }
  if (code === "commander.unknownCommand")
    return `${sentence.replace(
      "'",
      `'${path
        .split(" ")
        .slice(1)
        .map((word) => `${word} `)
        .join("")}`,
    )}.${suggestion} '${path} --help' lists the commands.`;
  return `${sentence}.${suggestion} Usage: ${path} ${command.usage()}`;
}

function pathOf(command: CommanderCommand): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
