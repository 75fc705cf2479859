/** Reads the answer of an RDAP service about a domain (RFC 9083, section 5.3). Pure. */

export type DomainFacts = {
  expiresAtMs: number | null;
  registrar: string | null;
  /** Words of RFC 8056, such as `client hold`; sorted. */
  statuses: string[];
  /** In lower case, sorted. */
  nameservers: string[];
  /** Whether the delegation is signed; null if the registry does not say. */
  isSigned: boolean | null;
};

/** An answer is untrusted: nothing of it is stored beyond these limits. */
const LIST_MAX = 50;
const TEXT_LENGTH_MAX = 200;

/** Throws an Error with a message if the document is not about a domain. */
export function parseDomain(document: unknown): DomainFacts {
  if (at(document, "objectClassName") !== "domain")
    throw new Error("the answer is not about a domain (RFC 9083)");
  return {
    expiresAtMs: expiryOf(document),
    registrar: registrarOf(document),
    statuses: distinct(list(document, "status").flatMap(text).map(statusWords)),
    nameservers: distinct(
      list(document, "nameservers")
        .flatMap((each) => text(at(each, "ldhName")))
        .map(hostName),
    ),
    isSigned: isSigned(document),
  };
}

/** Some registries send names of EPP: `clientHold`. */
function statusWords(status: string): string {
  return status.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function hostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

function expiryOf(document: unknown): number | null {
  const event = list(document, "events").find((each) => at(each, "eventAction") === "expiration");
  const [date] = text(at(event, "eventDate"));
  const atMs = Date.parse(date ?? "");
  return Number.isNaN(atMs) ? null : atMs;
}

function registrarOf(document: unknown): string | null {
  const registrar = list(document, "entities").find((each) => list(each, "roles").includes("registrar"));
  // jCard (RFC 7095): ["vcard", [[name, parameters, type, value], …]].
  const [, properties] = list(registrar, "vcardArray");
  const names = (Array.isArray(properties) ? properties : []).filter((each) => Array.isArray(each));
  const value = ["fn", "org"].flatMap((name) =>
    names.filter((each) => each[0] === name).map((each) => each[3]),
  );
  const [found = null] = value.flatMap(text).filter((each) => each !== "");
  return found;
}

function isSigned(document: unknown): boolean | null {
  const signed = at(at(document, "secureDNS"), "delegationSigned");
  return typeof signed === "boolean" ? signed : null;
}

function at(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function list(value: unknown, name: string): unknown[] {
  const found = at(value, name);
  return Array.isArray(found) ? found.slice(0, LIST_MAX) : [];
}

/** PostgreSQL accepts no NUL. */
function text(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return [value.replaceAll("\0", "").trim().slice(0, TEXT_LENGTH_MAX).toWellFormed()];
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
