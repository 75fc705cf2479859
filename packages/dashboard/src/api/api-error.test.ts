import { expect, test } from "vitest";
import { ApiError, faultOf } from "./api-error.ts";

const error = new ApiError("BAD_REQUEST", "The request is not valid.", [
  { path: "url", message: "must be a whole URL" },
  { path: "script", message: 'Line 2: the module "left-pad" is not there' },
]);

test("puts the label before the error of a field, except for an error that names a line", () => {
  expect(faultOf(error, "url", "URL")).toBe("URL must be a whole URL.");
  expect(faultOf(error, "script", "The script")).toBe('Line 2: the module "left-pad" is not there.');
  expect(faultOf(error, "name", "Name")).toBeNull();
  expect(faultOf(null, "url", "URL")).toBeNull();
});
