import { join } from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { readCatalogs, readDashboardTexts } from "./catalogs.ts";

/** The catalogs of the dashboard's languages fit its source. `npm run texts` fixes all but missing translations. */

const LANGUAGES = ["de"];
const root = join(import.meta.dirname, "../..");
const { keysByFolder, untranslated } = readDashboardTexts(root);

test("the markup has no text that is not translated", () => {
  expect(untranslated).toEqual([]);
});

describe.each(LANGUAGES)("the catalogs of %s", (language) => {
  const catalogs = readCatalogs(root, language);

  test("have exactly the texts of the source, in the folders that use them", () => {
    const keys = (folders: ReadonlyMap<string, Iterable<string>>) =>
      Object.fromEntries([...folders].map(([folder, texts]) => [folder, [...texts].sort()]).sort());
    const found = new Map([...catalogs].map(([folder, catalog]) => [folder, Object.keys(catalog)]));
    expect(keys(found)).toEqual(keys(keysByFolder));
  });

  test("have a translation for each text", () => {
    const texts = [...catalogs].flatMap(([folder, catalog]) =>
      Object.entries(catalog).map((entry) => [folder, ...entry]),
    );
    expect(texts.filter(([, , translation]) => translation?.trim() === "")).toEqual([]);
  });

  test("have the placeholders of the English texts", () => {
    const texts = [...catalogs.values()].flatMap((catalog) => Object.entries(catalog));
    const differing = texts.filter(([key, translation]) => {
      const english = key.replace(/^[^|{]+\|/, "");
      return String(placeholders(english)) !== String(placeholders(translation));
    });
    expect(differing).toEqual([]);
  });
});

/** The names of the values that a text needs, sorted. Throws for a text that is not in ICU's syntax. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (typeof value !== "object" || value === null) return;
    // Types of the parser: 0 is literal text, 7 is "#"; the others name a value.
    if ("type" in value && "value" in value && typeof value.value === "string" && value.type !== 0)
      names.add(value.value);
    if ("options" in value)
      for (const option of Object.values(value.options ?? {})) visit((option as { value: unknown }).value);
  };
  visit(parse(text, { ignoreTag: true }));
  return [...names].sort();
}
