import { t } from "../../language/t.ts";

const WORDS: Readonly<Record<string, string>> = {
  api: "API",
  html: "HTML",
  http: "HTTP",
  id: "ID",
  ids: "IDs",
  ip: "IP",
  ms: "(ms)",
  rrule: t("recurrence rule"),
  seconds: "(seconds)",
  tls: "TLS",
  url: "URL",
};

/** Formats the path of a field: `retry.interval_seconds` as "Retry: interval (seconds)". */
export function fieldLabel(path: string): string {
  const parts = path.split(".").map((part) =>
    part
      .split("_")
      .map((word) => WORDS[word] ?? word)
      .join(" "),
  );
  const label = parts.join(": ");
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

/** Long scripts and step lists are cut: they can be compared on the page of the resource. */
const TEXT_LENGTH_MAX = 1_200;

/** Formats the value of a field for people. */
export function valueText(value: unknown): string {
  const text = textOf(value);
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)} …` : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return t("none");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "string") return value === "" ? t("empty") : value;
  if (Array.isArray(value)) return listText(value);
  if (typeof value === "object") return linesOf(value).join("\n") || t("none");
  return String(value);
}

function listText(items: readonly unknown[]): string {
  if (items.every((item) => typeof item !== "object")) return items.join(", ") || t("none");
  return items.map((item, index) => `${index + 1}. ${linesOf(item).join(", ")}`).join("\n");
}

/** The fields that are set, such as `x-team: payments`. */
function linesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [textOf(value)];
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .map(([key, inner]) => `${key}: ${typeof inner === "object" ? JSON.stringify(inner) : String(inner)}`);
}
