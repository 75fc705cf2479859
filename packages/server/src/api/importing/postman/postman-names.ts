import { toVariableName } from "../import-variables.ts";

/** Maps Postman's names of variables, which may contain almost any character, to valid names. */
export type PostmanNames = {
  nameOf(original: string): string;
  /** Returns the text with its references renamed. */
  rewrite(text: string): string;
};

/** Postman's dynamic variables with a counterpart in Vedette. */
const BUILT_IN: Readonly<Record<string, string>> = {
  $guid: "$uuid",
  $randomUUID: "$uuid",
  $timestamp: "$timestamp",
  $isoTimestamp: "$isoTimestamp",
  $randomInt: "$randomInt",
};

/**
 * Dynamic variables that only need a well-formed, unique value in each run. Source: Postman's list of dynamic
 * variables. Addresses use the domains and ranges that RFC 2606 and RFC 5737 reserve for examples.
 */
const COMPOSED: Readonly<Record<string, string>> = {
  $randomEmail: "{{$uuid}}@example.com",
  $randomExampleEmail: "{{$uuid}}@example.com",
  $randomUserName: "user-{{$uuid}}",
  $randomPassword: "Pw1-{{$uuid}}",
  $randomFirstName: "Name{{$randomInt}}",
  $randomLastName: "Name{{$randomInt}}",
  $randomFullName: "Name Name{{$randomInt}}",
  $randomNamePrefix: "Dr.",
  $randomCompanyName: "Company {{$randomInt}}",
  $randomCity: "City {{$randomInt}}",
  $randomStreetAddress: "{{$randomInt}} Example Street",
  $randomStreetName: "Example Street",
  $randomCountry: "Norway",
  $randomCountryCode: "NO",
  $randomPhoneNumber: "202-555-0{{$randomInt}}",
  $randomWord: "word{{$randomInt}}",
  $randomWords: "word{{$randomInt}} word{{$randomInt}}",
  $randomLoremWord: "word{{$randomInt}}",
  $randomLoremWords: "word{{$randomInt}} word{{$randomInt}}",
  $randomLoremSentence: "Sentence {{$uuid}}.",
  $randomLoremSentences: "Sentence {{$uuid}}. Sentence {{$uuid}}.",
  $randomLoremParagraph: "Sentence {{$uuid}}. Sentence {{$uuid}}.",
  $randomLoremText: "Sentence {{$uuid}}.",
  $randomLoremSlug: "slug-{{$uuid}}",
  $randomProduct: "Product {{$randomInt}}",
  $randomProductName: "Product {{$randomInt}}",
  $randomPrice: "{{$randomInt}}.50",
  $randomJobTitle: "Engineer {{$randomInt}}",
  $randomDomainName: "example.com",
  $randomUrl: "https://example.com/{{$uuid}}",
  $randomImageUrl: "https://example.com/{{$uuid}}.png",
  $randomFileName: "file-{{$uuid}}.txt",
  $randomIP: "192.0.2.1",
  $randomIPV6: "2001:db8::1",
  $randomBoolean: "true",
  $randomColor: "red",
  $randomHexColor: "#a0b1c2",
  $randomCurrencyCode: "EUR",
  $randomDateRecent: "{{$isoTimestamp}}",
  $randomUserAgent: "Mozilla/5.0",
};

export type PostmanDynamicNotes = {
  /** A value of the same form replaced it. */
  onComposed(name: string): void;
  /** No similar value can be generated, so its name became the name of a variable. */
  onUnknown(name: string): void;
};

export function createPostmanNames({ onComposed, onUnknown }: PostmanDynamicNotes): PostmanNames {
  const names = new Map<string, string>();
  const taken = new Set<string>();

  function nameOf(original: string): string {
    const known = names.get(original);
    if (known !== undefined) return known;
    const wanted = toVariableName(original);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted.slice(0, 58)}_${number}`;
    taken.add(name);
    names.set(original, name);
    return name;
  }

  function dynamic(original: string): string {
    const builtIn = Object.hasOwn(BUILT_IN, original) ? BUILT_IN[original] : undefined;
    if (builtIn !== undefined) return `{{${builtIn}}}`;
    const composed = Object.hasOwn(COMPOSED, original) ? COMPOSED[original] : undefined;
    if (composed === undefined) onUnknown(original);
    else onComposed(original);
    return composed ?? `{{${nameOf(original)}}}`;
  }

  return {
    nameOf,
    rewrite: (text) =>
      text.replaceAll(/\{\{([^{}]{1,200})\}\}/g, (whole, inner: string) => {
        const original = inner.trim();
        if (original.startsWith("$")) return dynamic(original);
        return original === "" ? whole : `{{${nameOf(original)}}}`;
      }),
  };
}
