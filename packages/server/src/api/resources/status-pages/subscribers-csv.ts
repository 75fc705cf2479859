import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";

const COLUMNS = [
  "id",
  "type",
  "address",
  "state",
  "topics",
  "components",
  "language",
  "confirmed_at",
  "ended_at",
  "created_by",
  "created_at",
] as const satisfies readonly (keyof PageSubscriber)[];

/** Subscribers as CSV (RFC 4180), with a header. Lists are separated by spaces; empty `components` means all. */
export function subscribersCsv(subscribers: readonly PageSubscriber[]): string {
  const lines = subscribers.map((one) =>
    COLUMNS.map((column) => {
      const value = one[column];
      return cell(Array.isArray(value) ? value.join(" ") : (value ?? ""));
    }).join(","),
  );
  return `${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Spreadsheets take a text that starts like this as a formula, and strangers choose addresses. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
