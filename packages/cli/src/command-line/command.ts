import type { CommandContext } from "./command-context.ts";

/** An argument of a command. A list takes all remaining words and at least one, or none if it is optional. */
export type ArgumentSpec = {
  /** A noun phrase for the help, such as "ID of the monitor". */
  summary: string;
  isOptional?: true;
  isList?: true;
};

type OptionText = {
  /** A noun phrase or an imperative for the help. */
  summary: string;
  /** One letter. */
  short?: string;
};

/** An option `--name`. `value` is the name of its value in the help, such as SECONDS. */
export type OptionSpec =
  | (OptionText & { type: "boolean" })
  | (OptionText & { type: "number"; value: string })
  | (OptionText & {
      type: "string";
      value: string;
      choices?: readonly string[];
      /** May be given several times. */
      isList?: true;
      isRequired?: true;
    });

export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>;
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type ArgumentValue<Spec> = Spec extends { isList: true }
  ? string[]
  : Spec extends { isOptional: true }
    ? string | undefined
    : string;

type Word<Spec> = Spec extends { choices: readonly (infer Choice)[] } ? Choice : string;

type OptionValue<Spec> = Spec extends { type: "boolean" }
  ? boolean
  : Spec extends { type: "number" }
    ? number | undefined
    : Spec extends { isList: true }
      ? Word<Spec>[] | undefined
      : Spec extends { isRequired: true }
        ? Word<Spec>
        : Word<Spec> | undefined;

/** The values of a command line. Options keep the spelling of their declaration, such as `same-target`. */
export type CommandInput<Arguments, Options> = {
  arguments: { readonly [Name in keyof Arguments]: ArgumentValue<Arguments[Name]> };
  options: { readonly [Name in keyof Options]: OptionValue<Options[Name]> };
  /** The words after `--` of a command that starts a program; null without `--`. */
  rest: readonly string[] | null;
};

export type CommandDeclaration<Arguments, Options> = {
  /** The words after `vdt`, such as `monitors check`. */
  words: string;
  /** One sentence without a full stop. */
  summary: string;
  arguments?: Arguments;
  options?: Options;
  /** What the words after `--` are, such as "COMMAND"; only for commands that start a program. */
  rest?: string;
  /** Executes the command and returns the exit code. */
  run(input: CommandInput<Arguments, Options>, context: CommandContext): Promise<number>;
};

/** A command without the types of its values. */
export type Command = {
  words: string;
  summary: string;
  arguments: ArgumentSpecs;
  options: OptionSpecs;
  rest: string | null;
  run(input: ParsedInput, context: CommandContext): Promise<number>;
};

/** What the parser found. It has a value of the declared type for each argument and option. */
export type ParsedInput = {
  arguments: Record<string, unknown>;
  options: Record<string, unknown>;
  rest: readonly string[] | null;
};

/** Declares a command. `run` receives the types of the declared arguments and options. */
export function defineCommand<
  const Arguments extends ArgumentSpecs = Record<never, never>,
  const Options extends OptionSpecs = Record<never, never>,
>(declaration: CommandDeclaration<Arguments, Options>): Command {
  const { words, summary, rest = null } = declaration;
  return {
    ...{ words, summary, rest },
    arguments: declaration.arguments ?? {},
    options: declaration.options ?? {},
    // The parser reads the values by the same declaration, so they have its types.
    run: (input, context) => declaration.run(input as CommandInput<Arguments, Options>, context),
  };
}
