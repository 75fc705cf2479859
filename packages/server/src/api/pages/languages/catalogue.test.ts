import { PAGE_LANGUAGES, type PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CATALOGUE, localeOf, preferredLanguage } from "./catalogue.ts";

/** All texts of a catalogue by their path. */
function textsOf(value: object, path = ""): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === "string"
        ? [[`${path}${name}`, inner] as const]
        : [...textsOf(inner, `${path}${name}.`)],
    ),
  );
}

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(PAGE_LANGUAGES)("the catalogue %s", (language) => {
  const english = textsOf(CATALOGUE.en);
  const own = textsOf(CATALOGUE[language]);

  test("has each text, with the same places for values", () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of own) {
      expect(text.trim(), key).not.toBe("");
      expect(placesOf(text), key).toEqual(placesOf(english.get(key) ?? ""));
    }
  });

  test("is translated", () => {
    // Words that other languages share with English.
    const same = [...own].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    expect(same.length < 10).toBe(language !== "en");
  });

  test("writes numbers, times and durations of every size", () => {
    const locale = localeOf(language, "America/Sao_Paulo");
    for (const ms of [0, 1, 12_000, 2_520_000, 86_400_000, 8_000_000_000])
      expect(locale.duration(ms)).not.toMatch(/^$|undefined|Invalid/);
    expect(locale.percent(99.96)).toContain("99");
    expect(locale.percent(99.9999)).not.toContain("100");
    expect(locale.percent(100)).toContain("100");
    expect(locale.time(Date.UTC(2026, 10, 24, 2))).toMatch(/23/);
    for (const text of [locale.day("2026-03-29"), locale.month("2026-03"), locale.days(90), locale.zone(0)])
      expect(text).not.toMatch(/undefined|Invalid/);
  });
});

describe("the language of a visitor", () => {
  const choose = (header: string | undefined, offered: PageLanguage[] = []) =>
    preferredLanguage(header, { offered, fallback: "en" });

  test.each([
    [undefined, "en"],
    ["de-AT", "de"],
    ["pt-BR,pt;q=0.9", "pt"],
    ["zh-Hans-CN", "zh-CN"],
    ["xx, ja;q=0.1", "ja"],
    ["fr;q=0, it;q=0.5, es;q=0.7", "es"],
    ["*", "en"],
    ["xx", "en"],
    ["", "en"],
    ["de".repeat(1_000), "en"],
  ])("of %j is %s", (header, language) => {
    expect(choose(header)).toBe(language);
  });

  test("is one that the page offers, for any header", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(["en", "de"]).toContain(choose(header, ["en", "de"]));
      }),
    );
  });
});
