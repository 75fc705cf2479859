import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { AssertionValues } from "../assertions/evaluate.ts";
import type { PageProblem, Severity, SupplierIncident, SupplierPage } from "./supplier-page.ts";

/** Decides what a status page says about a supplier or one of its components. Pure. */

export type SupplierVerdict = {
  severity: Severity;
  values: AssertionValues;
  /** For severity `down`. */
  error: CheckError | null;
};

const LISTED_MAX = 3;

export function judgeSupplier(page: SupplierPage, component: string | null): SupplierVerdict | PageProblem {
  if (component === null) return verdictOf("the supplier", page, page.incidents);
  if (page.components === null) return judgeText(page, component);
  const wanted = component.toLowerCase();
  const found = page.components.find(({ id, name }) => id === component || name.toLowerCase() === wanted);
  if (found === undefined) {
    const names = page.components.slice(0, LISTED_MAX).map(({ name }) => name);
    const more = page.components.length > LISTED_MAX ? " …" : "";
    return { problem: `has no component '${component}'; it has: ${names.join(", ")}${more}` };
  }
  const affected = page.incidents.filter(
    ({ components }) =>
      components === null || components.includes(found.id) || components.includes(found.name),
  );
  return verdictOf(found.name, found, affected);
}

/** A feed has no components: an incident is about one if it names it. */
function judgeText(page: SupplierPage, component: string): SupplierVerdict {
  const wanted = component.toLowerCase();
  const incidents = page.incidents.filter(({ components }) =>
    components?.some((text) => text.toLowerCase().includes(wanted)),
  );
  const isDown = incidents.some(({ severity }) => severity === "down");
  const [first] = incidents;
  const severity = isDown ? "down" : (first?.severity ?? "up");
  return verdictOf(component, { severity, status: first ? "incident" : "operational" }, incidents);
}

function verdictOf(
  noun: string,
  { severity, status }: Pick<SupplierPage, "severity" | "status">,
  incidents: readonly SupplierIncident[],
): SupplierVerdict {
  const names = incidents.map(({ name }) => name);
  return {
    severity,
    values: { supplier_status: status, incidents: names, incident_count: names.length },
    error: severity === "down" ? downError(noun, status, names) : null,
  };
}

function downError(noun: string, status: string, names: readonly string[]): CheckError {
  const listed = names.slice(0, LISTED_MAX).join("; ");
  const more = names.length > LISTED_MAX ? ` and ${names.length - LISTED_MAX} more` : "";
  const incidents = names.length === 0 ? "" : `: ${listed}${more}`;
  return {
    code: "SUPPLIER_DOWN",
    message: `the status page reports ${status.replaceAll("_", " ")} for ${noun}${incidents}`,
    phase: "assertion",
  };
}
