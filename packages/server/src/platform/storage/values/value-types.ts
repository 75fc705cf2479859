import { types } from "pg";
import { parseInstant } from "./parse-instant.ts";

/** Conversion of columns to JavaScript values, for `types` of a client: only differences from the driver. */
export const valueTypes = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary") {
      const parser = PARSERS.get(oid);
      if (parser !== undefined) return parser;
    }
    return types.getTypeParser(oid, format);
  },
};

/** Type OIDs. Source: PostgreSQL's pg_type.dat. */
const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const NUMERIC_ARRAY = 1231;
const DATE = 1082;
const DATE_ARRAY = 1182;
/** Typed as a number because the driver's types do not list array types. */
const TEXT_ARRAY: number = 1009;

const parseTextArray: (text: string) => (string | null)[] = types.getTypeParser(TEXT_ARRAY, "text");

const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [INT8_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)))],
  [NUMERIC, Number],
  [NUMERIC_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : Number(item)))],
  [types.builtins.TIMESTAMPTZ, parseInstant],
  // A date has no time zone: as a Date it would shift with the time zone of the machine.
  [DATE, (text) => text],
  [DATE_ARRAY, parseTextArray],
]);

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a number exactly`);
  return value;
}
