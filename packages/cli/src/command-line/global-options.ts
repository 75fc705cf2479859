import type { OptionSpecs } from "./command.ts";
import { OUTPUT_FORMATS } from "./output-format.ts";

/** The options that every command has. */
export const GLOBAL_OPTIONS = {
  server: { type: "string", value: "url", summary: "URL of the server" },
  profile: { type: "string", value: "name", summary: "profile of 'vdt login'" },
  output: {
    type: "string",
    value: "format",
    short: "o",
    summary: "format of the output",
    choices: OUTPUT_FORMATS,
  },
  json: { type: "boolean", summary: "short for --output json" },
} as const satisfies OptionSpecs;
