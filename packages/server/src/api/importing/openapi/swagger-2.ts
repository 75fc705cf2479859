import { upgrade } from "@scalar/openapi-upgrader";
import { badFields } from "../../../platform/kernel/errors.ts";
import { type DocumentObject, isObject } from "../document-value.ts";

/** Converts a Swagger 2.0 document to OpenAPI 3. Fetches nothing; `$ref`s are unchanged. */
export function fromSwagger2(document: DocumentObject): DocumentObject {
  let upgraded: unknown;
  try {
    upgraded = upgrade({ ...document }, "3.0");
  } catch (error) {
    // The converter expects a valid document; an invalid one can make it throw any error.
    throw badFields(
      [{ path: "content", message: "is Swagger 2.0 that cannot be converted: it is not valid" }],
      error,
    );
  }
  return isObject(upgraded) ? upgraded : {};
}
