import { Argument, type Command as CommanderCommand, InvalidArgumentError, Option } from "commander";
import type { GlobalOptions } from "../settings.ts";
import type { Command, OptionSpec, ParsedInput } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "./output-format.ts";

const GLOBAL_HEADING = "Global options:";

/** Adds the options that every command has. */
export function addGlobalOptions(command: CommanderCommand): void {
  for (const [name, spec] of Object.entries(GLOBAL_OPTIONS))
    command.addOption(toOption(name, spec).helpGroup(GLOBAL_HEADING));
}

/** Reads the shared options; one behind the command takes precedence over one before it. */
export function readGlobals(leaf: CommanderCommand): { format: OutputFormat; globals: GlobalOptions } {
  const values: Record<string, unknown> = {};
  for (let at: CommanderCommand | null = leaf; at !== null; at = at.parent) {
    for (const [name, value] of Object.entries(at.opts())) values[name] ??= value;
  }
  const text = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
  const format = OUTPUT_FORMATS.find((one) => one === values.output);
  return {
    format: format ?? (values.json === true ? "json" : "table"),
    globals: { server: text("server"), profile: text("profile") },
  };
}

/** Adds the arguments and options of a declaration to a command of commander. */
export function addDeclaration(leaf: CommanderCommand, command: Command): void {
  leaf.description(command.summary);
  for (const [name, { summary, isOptional, isList }] of Object.entries(command.arguments)) {
    const word = `${name}${isList ? "..." : ""}`;
    leaf.addArgument(
      new Argument(isOptional ? `[${word}]` : `<${word}>`, summary).argParser(
        (text: string, previous: unknown) => {
          // An empty word is usually a variable that is not set.
          if (text === "") throw new InvalidArgumentError("It is empty.");
          return isList ? [...(Array.isArray(previous) ? previous : []), text] : text;
        },
      ),
    );
  }
  for (const [name, spec] of Object.entries(command.options)) leaf.addOption(toOption(name, spec));
  if (command.rest !== null) leaf.usage(`${leaf.usage()} [-- ${command.rest}]`);
}

/** Returns the values of the command line by the names of the declaration. */
export function readInput(leaf: CommanderCommand, command: Command): Omit<ParsedInput, "rest"> {
  const names = Object.keys(command.arguments);
  const options = Object.entries(command.options).map(([name, spec]): [string, unknown] => [
    name,
    leaf.getOptionValue(toOption(name, spec).attributeName()) ??
      (spec.type === "boolean" ? false : undefined),
  ]);
  return {
    arguments: Object.fromEntries(names.map((name, index) => [name, leaf.processedArgs[index]])),
    options: Object.fromEntries(options),
  };
}

function toOption(name: string, spec: OptionSpec): Option {
  const short = spec.short === undefined ? "" : `-${spec.short}, `;
  if (spec.type === "boolean") {
    const flag = new Option(`${short}--${name}`, spec.summary);
    // Commander would read `--no-output` as a value of `--output`.
    flag.negate = false;
    return flag;
  }
  const option = new Option(`${short}--${name} <${spec.value}>`, spec.summary);
  if (spec.type === "number") return option.argParser(readNumber);
  if (spec.isRequired) option.makeOptionMandatory();
  if (spec.choices && !spec.isList) return option.choices(spec.choices);
  if (spec.isList)
    return option.argParser((text: string, previous: unknown) => {
      if (spec.choices && !spec.choices.includes(text))
        throw new InvalidArgumentError(`Allowed choices are ${spec.choices.join(", ")}.`);
      return [...(Array.isArray(previous) ? previous : []), text];
    });
  return option;
}

/** Only verifies that it is a number; the server validates the range. */
function readNumber(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It is not a number.");
}
