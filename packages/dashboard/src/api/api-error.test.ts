import { expect, test } from "vitest";
import { ApiError, faultOf } from "./api-error.ts";

const error = new ApiError("BAD_REQUEST", "The request is not valid.", [
  { path: "url", message: "must be a whole URL" },
  { path: "script", message: 'Line 2: the module "left-pad" is not there' },
]);

test("the fault of a field has its label in front, and one that names a line stands alone", () => {
  expect(faultOf(error, "url", "URL")).toBe("URL must be a whole URL.");
  expect(faultOf(error, "script", "The script")).toBe('Line 2: the module "left-pad" is not there.');
  expect(faultOf(error, "name", "Name")).toBeNull();
  expect(faultOf(null, "url", "URL")).toBeNull();
});
