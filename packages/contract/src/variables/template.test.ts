import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  escapeTemplate,
  fillTemplate,
  hasReference,
  referenceError,
  substitute,
  templateNames,
} from "./template.ts";

const values = new Map([
  ["A", "1"],
  ["B_2", "{{A}}"],
  ["_", "under"],
]);
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);

describe("names", () => {
  test.each([
    ["{{A}}", ["A"]],
    ["https://{{HOST}}/{{ path }}?x={{HOST}}", ["HOST", "path"]],
    ["{{constructor}}{{__proto__}}", ["constructor", "__proto__"]],
    ["{{{A}}}", ["A"]],
    ["{{ {{A}} }}", ["A"]],
  ])("%s refers to %j", (text, names) => {
    expect(templateNames(text)).toEqual(names);
  });

  test.each([
    "{{7*7}}",
    "{{__proto__.x}}",
    "{{a.b}}",
    "{{a[0]}}",
    "{{'a'}}",
    "{{2a}}",
    "{{}}",
    "{{ }}",
    "{{a\n}}",
    "{{ä}}",
    "$" + "{A}",
    "{A}",
    "{%A%}",
    "<%= A %>",
    "#{A}",
    "{{$uuid}}",
    "{{a|b}}",
    "{{#if A}}",
    "{{../A}}",
    `{{${"a".repeat(65)}}}`,
  ])("%s refers to nothing and stays as it is", (text) => {
    expect(templateNames(text)).toEqual([]);
    expect(substitute(text, values)).toBe(text);
  });
});

describe("substitution", () => {
  test("is one pass: references in values are not resolved", () => {
    expect(substitute("{{B_2}}-{{ A }}-{{_}}", values)).toBe("{{A}}-1-under");
    expect(
      substitute(
        "{{{{A}}}}",
        new Map([
          ["A", "B"],
          ["B", "wrong"],
        ]),
      ),
    ).toBe("{{B}}");
  });

  test("inserts `$&` and similar patterns of a value literally", () => {
    expect(substitute("[{{A}}]", new Map([["A", "$&$1$`$$"]]))).toBe("[$&$1$`$$]");
  });

  test("ignores names of the prototype", () => {
    for (const property of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(substitute(`{{${property}}}`, values)).toBe(`{{${property}}}`);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("terminates for ten thousand levels of braces", () => {
    const deep = `${"{{".repeat(10_000)}A${"}}".repeat(10_000)}`;
    expect(substitute(deep, values)).toBe(`${"{{".repeat(9_999)}1${"}}".repeat(9_999)}`);
    const spaced = "{{ ".repeat(10_000);
    expect(substitute(spaced, values)).toBe(spaced);
  });

  test("fails before the text exceeds its limit", () => {
    const large = new Map([["A", "x".repeat(65_536)]]);
    expect(substitute("{{A}}".repeat(50_000), large, 262_144)).toBeNull();
    expect(substitute("{{A}}", large, 65_536)).toHaveLength(65_536);
    expect(substitute("abc", large, 2)).toBeNull();
  });

  test("returns literals and values in order for arbitrary input", () => {
    // A literal without braces cannot become half of a reference, and one without a backslash escapes nothing.
    const part = fc.string().map((text) => text.replaceAll(/[{}\\]/g, ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(part, name, fc.string()), { maxLength: 20 }), part, (parts, end) => {
        const map = new Map(parts.map(([, key, value]) => [key, value]));
        const text = parts.map(([before, key]) => `${before}{{${key}}}`).join("") + end;
        const expected = parts.map(([before, key]) => before + map.get(key)).join("") + end;
        expect(substitute(text, map)).toBe(expected);
        expect(new Set(templateNames(text))).toEqual(new Set(map.keys()));
      }),
    );
  });

  test("leaves the text unchanged if no name is known", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes("\\{{"));
        expect(substitute(text, new Map())).toBe(text);
      }),
    );
  });
});

describe("an escape", () => {
  test.each([
    ["\\{{A}}", "{{A}}"],
    ["\\{{item.input}} {{A}}", "{{item.input}} 1"],
    ["\\\\{{A}}", "\\1"],
    ["\\\\\\{{A}}", "\\{{A}}"],
    ["\\{{{A}}}", "{{{A}}}"],
    ["\\\\{{{A}}}", "\\{1}"],
    ["C:\\a\\b {A} \\", "C:\\a\\b {A} \\"],
  ])("%s is sent as %s", (text, sent) => {
    expect(substitute(text, values)).toBe(sent);
    expect(fillTemplate(text, (key) => values.get(key), 100)).toEqual({ text: sent });
  });

  test("is not a reference", () => {
    expect(templateNames("\\{{A}}")).toEqual([]);
    expect(hasReference("\\{{A}}")).toBe(false);
    expect(referenceError("\\{{item.input}}")).toBeNull();
    expect(referenceError("{{item.input}}")).toContain("'{{item.input}}'");
    expect(referenceError("{{item.input}}")).toContain("write \\{{");
  });

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom("{", "{{", "}}", "\\", "{{A}}", "{{ _ }}", "{{x.y}}", "{{NO}}"),
  );
  const anyText = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));

  test("can escape any text so that it is sent unchanged", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(substitute(escapeTemplate(text), values)).toBe(text);
      }),
    );
  });

  test("keeps known references", () => {
    expect(escapeTemplate("{{A}}/{{x.y}}/\\{{A}}/{{{A}}}", (key) => key === "A")).toBe(
      "{{A}}/\\{{x.y}}/\\\\{{A}}/{{{A}}}",
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeTemplate(text, (key) => key === "A");
        const expected = text.replaceAll(/\{\{[ \t]*A[ \t]*\}\}/g, "1");
        expect(substitute(escaped, new Map([["A", "1"]]))).toBe(expected);
      }),
    );
  });

  test("terminates for many backslashes", () => {
    const text = `${"\\".repeat(100_000)}{{A}}`;
    expect(substitute(text, values)).toBe(`${"\\".repeat(50_000)}1`);
    expect(substitute("\\".repeat(200_000), values)).toHaveLength(200_000);
  });
});

describe("a step's text", () => {
  const fill = (text: string, lengthMax = 1_000) =>
    fillTemplate(text, (key) => (key === "$next" ? "new" : values.get(key)), lengthMax);

  test("resolves built-ins and names in one pass", () => {
    expect(fill("{{$next}}/{{ B_2 }}/{{_}}")).toEqual({ text: "new/{{A}}/under" });
    expect(fill("{{ $ next}}{{$$next}}{{$}}")).toEqual({ text: "{{ $ next}}{{$$next}}{{$}}" });
  });

  test("resolves each occurrence of a reference separately", () => {
    let count = 0;
    const counted = fillTemplate("{{$n}}-{{$n}}", () => String(++count), 10);
    expect(counted).toEqual({ text: "1-2" });
  });

  test("reports the first unknown name, with the `$` of a built-in", () => {
    expect(fill("{{A}}{{NO}}{{NEITHER}}")).toEqual({ unknownName: "NO" });
    expect(fill("{{$no}}")).toEqual({ unknownName: "$no" });
  });

  test("fails before the text exceeds its limit", () => {
    const large = "x".repeat(65_536);
    expect(fillTemplate("{{A}}".repeat(50_000), () => large, 262_144)).toEqual({ isTooLong: true });
    expect(fill("abc", 2)).toEqual({ isTooLong: true });
    expect(fill("{{A}}bc", 3)).toEqual({ text: "1bc" });
  });

  test("equals the result of `substitute` if all names are known", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("{{A}}", "{{ _ }}", "{{B_2}}", "\\{{"))),
        (parts) => {
          const text = parts.join("");
          fc.pre(templateNames(text).every((key) => values.has(key)) && !text.includes("$"));
          expect(fill(text, 100_000)).toEqual({ text: substitute(text, values) });
        },
      ),
    );
  });
});
