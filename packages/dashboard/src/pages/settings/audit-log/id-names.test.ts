import { expect, test } from "vitest";
import { unknownIds, withNames } from "./id-names.ts";

const [SHOP, MAIL, GONE] = [1, 2, 3].map((nr) => `01a20e41-3094-71d7-8257-51772950400${nr}`);
const names = new Map([
  [`${SHOP}`, "Shop"],
  [`${MAIL}`, "Mail to ops"],
]);

test("ids become names, also within lists; an id without a known name stays", () => {
  expect(withNames(`${SHOP}`, names)).toBe("Shop");
  expect(withNames(`["${MAIL}", "${GONE}"]`, names)).toBe(`["Mail to ops", "${GONE}"]`);
  expect(withNames("no id", names)).toBe("no id");
});

test("ids without a known name are listed once", () => {
  expect(unknownIds([`["${GONE}", "${SHOP}"]`, null, `${GONE}`], names)).toEqual([GONE]);
});
