import { upgrade } from "@scalar/openapi-upgrader";
import { badFields } from "../../../platform/kernel/errors.ts";
import { type DocumentObject, isObject } from "../document-value.ts";

/** The OpenAPI 3 document that a Swagger 2.0 document is equal to. Nothing is fetched: `$ref`s stay as they are. */
export function fromSwagger2(document: DocumentObject): DocumentObject {
  let upgraded: unknown;
  try {
    upgraded = upgrade({ ...document }, "3.0");
  } catch (error) {
    // The converter takes documents to be valid; one that is not breaks it in any way.
    throw badFields(
      [{ path: "content", message: "is Swagger 2.0 that cannot be converted: it is not valid" }],
      error,
    );
  }
  return isObject(upgraded) ? upgraded : {};
}
