import {
  type CodeError,
  type CodePath,
  type CodeResource,
  isObject,
  pathOf,
  toPointer,
} from "@vedette/contract/code/code-resources.ts";
import type { ReadDocument } from "@vedette/contract/code/read-document.ts";
import { type CodeRequest, toCreateRequest } from "@vedette/contract/code/to-create-request.ts";
import type { ReferenceNames } from "../document/names.ts";
import { KEPT, type Live, UNREADABLE } from "../kinds/kind.ts";

/** Turns a resource of a document into a create request: with IDs and with the values of credentials. */

export type CredentialValues = Readonly<Record<string, string>>;

/** Of a secret in a plan without its value, so that what references it can be planned. Applying needs the value. */
const UNKNOWN_VALUE = "unknown";

export type Resolution = {
  request: CodeRequest;
  errors: CodeError[];
  /** Credentials whose value was not sent, or that are to be kept and do not exist. */
  missing: CodePath[];
  /** Whether there is no stored value either. */
  isIncomplete: boolean;
};

export type ResolveContext = {
  document: ReadDocument;
  names: ReferenceNames;
  credentials: CredentialValues;
  idOf(resource: CodeResource): string;
};

export function resolve(
  resource: CodeResource,
  live: Live | null,
  { document, names, credentials, idOf }: ResolveContext,
): Resolution {
  const errors: CodeError[] = [];
  const missing: CodePath[] = [];
  let isIncomplete = false;
  const request = toCreateRequest(resource, {
    idOf(reference, kinds, path) {
      const found = document.index.find(reference, kinds);
      if (found.at === "document") return idOf(found.resource);
      if (found.at === "id") return found.id;
      const { project, key } = found.at === "project" ? found : { project: "", key: "" };
      const id = names.find(project, key, kinds);
      if (id !== null) return id;
      errors.push({
        path: pathOf(resource, path),
        message: `the project '${project}' has no ${kinds.length === 1 ? kinds[0] : "target"} '${key}'`,
      });
      return "";
    },
    personOf(reference, path) {
      if (isObject(reference)) return String(reference.id);
      const id = names.findPerson(String(reference));
      if (id !== null) return id;
      const message = `'${String(reference)}' is not the email address of a member; invite the person first`;
      errors.push({ path: pathOf(resource, path), message });
      return "";
    },
    valueOf(credential, path) {
      const place = pathOf(resource, path);
      const given = credentials[toPointer(place)];
      if (given !== undefined && !("keep" in credential)) return given;
      const stored = live?.secretAt(path) ?? null;
      if (stored === null || !("keep" in credential)) missing.push(place);
      if (stored === null && resource.kind === "variable") return UNKNOWN_VALUE;
      isIncomplete ||= stored === null;
      return stored === UNREADABLE ? KEPT : stored;
    },
  });
  return { request, errors, missing, isIncomplete };
}
