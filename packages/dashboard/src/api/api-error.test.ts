import { expect, test } from "vitest";
import { ApiError, fieldErrorOf } from "./api-error.ts";

const error = new ApiError("BAD_REQUEST", "The request is not valid.", {
  details: [
    { path: "url", message: "must be an absolute URL" },
    { path: "host", message: "is required for type 'tcp'" },
    { path: "script", message: 'Line 2: the module "left-pad" is not there' },
  ],
});

test("prefixes an error with the label of its field, except for required fields and line numbers", () => {
  expect(fieldErrorOf(error, "url", "URL")).toBe("URL must be an absolute URL.");
  expect(fieldErrorOf(error, "host", "The host")).toBe("Enter a host.");
  expect(fieldErrorOf(error, "script", "The script")).toBe('Line 2: the module "left-pad" is not there.');
  expect(fieldErrorOf(error, "name", "Name")).toBeNull();
  expect(fieldErrorOf(null, "url", "URL")).toBeNull();
});
