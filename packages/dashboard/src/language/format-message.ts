import { LOCALE } from "./language.ts";
import { type MessagePart, parseMessage } from "./parse-message.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);
const PLURALS = new Intl.PluralRules(LOCALE);

/** Parsed texts. There are no more of them than texts in the source. */
const parsed = new Map<string, MessagePart[]>();

/** Puts values into a translated text. Returns its pieces in order: strings, and values that are not text. */
export function formatMessage<Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  let parts = parsed.get(text);
  if (parts === undefined) {
    parts = parseMessage(text);
    parsed.set(text, parts);
  }
  return format(parts, values, null);
}

function format<Value>(
  parts: readonly MessagePart[],
  values: Readonly<Record<string, Value>>,
  count: number | null,
): (string | Value)[] {
  return parts.flatMap((part) => {
    if (part.type === "text") return [part.text];
    if (part.type === "count") return [NUMBER.format(count ?? 0)];
    if (part.type === "plural")
      return format(optionOf(part, values[part.name]), values, Number(values[part.name]));
    const value = values[part.name] as Value;
    if (part.isNumber) return [NUMBER.format(Number(value))];
    return [typeof value === "object" ? value : String(value)];
  });
}

function optionOf({ options }: MessagePart & { type: "plural" }, value: unknown): readonly MessagePart[] {
  const number = Number(value);
  return options.get(`=${number}`) ?? options.get(PLURALS.select(number)) ?? options.get("other") ?? [];
}
