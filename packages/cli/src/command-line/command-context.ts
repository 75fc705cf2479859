import type { ConnectionSettings } from "../connection.ts";
import { type GlobalOptions, hasKey, readConnectionSettings, readServer } from "../settings.ts";
import { formatData, type OutputFormat } from "./output-format.ts";
import { tableText } from "./table.ts";

/** The environment of a command: settings, input and output. */
export type Terminal = {
  env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  folder: string;
  print(text: string): void;
  /** Prints a message for users to standard error. */
  complain(text: string): void;
  /** Whether what is printed is shown by a terminal with colors. Absent: no. */
  hasColors?: boolean;
  /** Opens standard input. Called only by commands that read it, because an open stream keeps the process running. */
  openInput(): AsyncIterable<Uint8Array>;
  /** Asks a question on the terminal; null if there is none. */
  ask: ((question: string, options: { isHidden: boolean }) => Promise<string>) | null;
};

type Rows = {
  /** The names of the columns, which are printed in capital letters. */
  columns: readonly string[];
  cells: readonly (readonly string[])[];
  /** A sentence for standard error if there are no rows. */
  empty: string;
};

/** What a command gets beside the values of its command line. */
export type CommandContext = Terminal & {
  format: OutputFormat;
  /** Returns the URL of the server. */
  server(): URL;
  /** Whether a key is set or stored. */
  hasKey(): boolean;
  /** Returns the URL and the key; fails if there is no key. */
  settings(): ConnectionSettings;
  globals: GlobalOptions;
  /** Prints `data` in the format of `--output`; `text` is the format for people. */
  write(data: unknown, text: () => string): Promise<void>;
  /** Like `write`, for a list; `rows` are the cells of the table. */
  writeList(data: unknown, rows: () => Rows): Promise<void>;
};

export function createContext(
  terminal: Terminal,
  { format, globals }: { format: OutputFormat; globals: GlobalOptions },
): CommandContext {
  const write = async (data: unknown, text: () => string): Promise<void> => {
    const printed = format === "table" ? text() : await formatData(data, format);
    // An empty line would be an empty argument of xargs.
    if (printed !== "") terminal.print(printed);
  };
  return {
    ...terminal,
    ...{ format, globals, write },
    server: () => readServer(globals, terminal.env),
    hasKey: () => hasKey(globals, terminal.env),
    settings: () => readConnectionSettings(globals, terminal.env),
    writeList: (data, rows) =>
      write(data, () => {
        const { columns, cells, empty } = rows();
        if (cells.length > 0) return tableText([columns.map((name) => name.toUpperCase()), ...cells]);
        terminal.complain(empty);
        return "";
      }),
  };
}
