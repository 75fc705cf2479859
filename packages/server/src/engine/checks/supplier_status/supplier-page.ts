/** What a status page says, in any format. */

export type Severity = "up" | "degraded" | "down";

export type SupplierComponent = { id: string; name: string; status: string; severity: Severity };

export type SupplierIncident = {
  name: string;
  severity: Severity;
  /** The names and ids of the affected components; null if the page does not say. */
  components: readonly string[] | null;
};

export type SupplierPage = {
  /** Of the whole page. */
  status: string;
  severity: Severity;
  /** Null in a feed, which knows no components. */
  components: readonly SupplierComponent[] | null;
  /** Those that are open. */
  incidents: readonly SupplierIncident[];
};

/** A page that cannot be read; the message completes "the status page …". */
export type PageProblem = { problem: string };

/** Longer names are cut, and further incidents are only counted by the page itself. */
export const INCIDENTS_MAX = 50;
const NAME_LENGTH_MAX = 200;

export function shortName(text: string): string {
  const name = text.replaceAll(/\s+/g, " ").trim();
  return (name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name).toWellFormed();
}
