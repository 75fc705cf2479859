import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { csvLine, csvText } from "../../../pipeline/reports/rendering/csv.ts";

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
    csvLine(
      COLUMNS.map((column) => {
        const value = one[column];
        return csvText(Array.isArray(value) ? value.join(" ") : value);
      }),
    ),
  );
  return [csvLine(COLUMNS), ...lines].join("");
}
