import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { DocumentObject } from "../document-value.ts";
import { cleanDescription, cleanTags } from "./clean-texts.ts";
import { ImportCredential } from "./import-credential.ts";

/** Returns the fields without empty ones, with tags and description as they are stored, and with the name. */
export function cleanFields(
  kind: CodeKind,
  { name, fields }: { name: string; fields: DocumentObject },
  reasons: string[],
): DocumentObject {
  const { name: _name, tags, description, ...others } = fields;
  const cleaned: Record<string, unknown> = Object.fromEntries(
    Object.entries(others).filter(([, value]) => !isNothing(value)),
  );
  // The name of a status page is its title.
  cleaned[kind === "status_page" ? "title" : "name"] = name;
  const cleanedTags = Array.isArray(tags) ? cleanTags(tags.map(String), reasons) : [];
  if (cleanedTags.length > 0) cleaned.tags = cleanedTags;
  const text = typeof description === "string" ? cleanDescription(description, reasons) : "";
  if (text !== "") cleaned.description = text;
  return cleaned;
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && !(value instanceof ImportCredential) && Object.keys(value).length === 0;
}
