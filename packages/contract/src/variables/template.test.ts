import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  escapeTemplate,
  fillTemplate,
  hasReference,
  referenceFault,
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
  test("is one pass: what a value holds is not looked at again", () => {
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

  test("takes `$&` and its like in a value as they are", () => {
    expect(substitute("[{{A}}]", new Map([["A", "$&$1$`$$"]]))).toBe("[$&$1$`$$]");
  });

  test("walks no prototype", () => {
    for (const property of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(substitute(`{{${property}}}`, values)).toBe(`{{${property}}}`);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("ends for ten thousand levels of braces", () => {
    const deep = `${"{{".repeat(10_000)}A${"}}".repeat(10_000)}`;
    expect(substitute(deep, values)).toBe(`${"{{".repeat(9_999)}1${"}}".repeat(9_999)}`);
    const spaced = "{{ ".repeat(10_000);
    expect(substitute(spaced, values)).toBe(spaced);
  });

  test("is refused before it grows past its limit", () => {
    const large = new Map([["A", "x".repeat(65_536)]]);
    expect(substitute("{{A}}".repeat(50_000), large, 262_144)).toBeNull();
    expect(substitute("{{A}}", large, 65_536)).toHaveLength(65_536);
    expect(substitute("abc", large, 2)).toBeNull();
  });

  test("gives the parts and values in their order, whatever they are", () => {
    // A part without braces cannot become half of a reference, and one without a backslash escapes none.
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

  test("changes nothing where no name is known", () => {
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

  test("names nothing", () => {
    expect(templateNames("\\{{A}}")).toEqual([]);
    expect(hasReference("\\{{A}}")).toBe(false);
    expect(referenceFault("\\{{item.input}}")).toBeNull();
    expect(referenceFault("{{item.input}}")).toContain("'{{item.input}}'");
    expect(referenceFault("{{item.input}}")).toContain("write \\{{");
  });

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom("{", "{{", "}}", "\\", "{{A}}", "{{ _ }}", "{{x.y}}", "{{NO}}"),
  );
  const anyText = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));

  test("can be put into any text, which is then sent as it is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(substitute(escapeTemplate(text), values)).toBe(text);
      }),
    );
  });

  test("leaves the references that are known", () => {
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

  test("ends for many backslashes", () => {
    const text = `${"\\".repeat(100_000)}{{A}}`;
    expect(substitute(text, values)).toBe(`${"\\".repeat(50_000)}1`);
    expect(substitute("\\".repeat(200_000), values)).toHaveLength(200_000);
  });
});

describe("a step's text", () => {
  const fill = (text: string, lengthMax = 1_000) =>
    fillTemplate(text, (key) => (key === "$next" ? "new" : values.get(key)), lengthMax);

  test("has built-ins beside names, in one pass", () => {
    expect(fill("{{$next}}/{{ B_2 }}/{{_}}")).toEqual({ text: "new/{{A}}/under" });
    expect(fill("{{ $ next}}{{$$next}}{{$}}")).toEqual({ text: "{{ $ next}}{{$$next}}{{$}}" });
  });

  test("asks for each reference where it stands", () => {
    let count = 0;
    const counted = fillTemplate("{{$n}}-{{$n}}", () => String(++count), 10);
    expect(counted).toEqual({ text: "1-2" });
  });

  test("tells the first unknown name, of a built-in with its sign", () => {
    expect(fill("{{A}}{{NO}}{{NEITHER}}")).toEqual({ unknownName: "NO" });
    expect(fill("{{$no}}")).toEqual({ unknownName: "$no" });
  });

  test("is refused before it grows past its limit", () => {
    const large = "x".repeat(65_536);
    expect(fillTemplate("{{A}}".repeat(50_000), () => large, 262_144)).toEqual({ isTooLong: true });
    expect(fill("abc", 2)).toEqual({ isTooLong: true });
    expect(fill("{{A}}bc", 3)).toEqual({ text: "1bc" });
  });

  test("is what `substitute` makes of it where all names are known", () => {
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
