import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFields } from "../../common/field-errors.ts";
import { TEMPLATE_REFERENCES_MAX } from "../../variables/dotted-template.ts";
import { BODY_CONTENT_TYPES, fillBody } from "./body-template.ts";
import { channelTemplatesSchema, parseTemplate } from "./channel-templates.ts";
import { TEMPLATE_NAMES, type TemplateValue } from "./template-fields.ts";

function errorOf(templates: Record<string, unknown>): string {
  const { errors } = parseFields(channelTemplatesSchema, templates);
  expect(errors).toHaveLength(1);
  return `${errors?.[0]?.path}: ${errors?.[0]?.message}`;
}

describe("a template with a fault is rejected with its position", () => {
  test.each([
    [
      { title: "{{alert.titel}}" },
      "title: line 1, column 1: 'alert.titel' is not a field of a message; did you mean 'alert.title'?",
    ],
    [{ text: "a\nb {{alert.title" }, "text: line 2, column 3: '{{' is not closed"],
    [{ text: "{{#if alert.title}}" }, "text: line 1, column 1: '#if alert.title' is not a name"],
    [{ title: "{{API_TOKEN}}" }, "title: line 1, column 1: 'API_TOKEN' is not a name"],
    [{ title: "{{api_token}}" }, "Variables cannot be used in templates"],
    [{ body: '{"a": {{alert.title}}' }, "body: line 1, column 1: is not valid JSON once it is filled"],
    [{ body: '{"a": 1{{message.alert_count}}}' }, "is not valid JSON once it is filled"],
    [{ body: "{ {{alert.title}}: 1 }" }, "is not valid JSON once it is filled"],
    [{ body: '{"a": "\\\\{{alert.title}}"}' }, "cannot follow a backslash"],
    [{ body: '{"a": "\\u00{{alert.title}}"}' }, "cannot follow a backslash"],
    [
      { body: "a=%{{alert.title}}", content_type: "application/x-www-form-urlencoded" },
      "must be form-encoded",
    ],
    [{ content_type: "text/plain" }, "content_type: needs 'body'"],
    [{ title: "a\nBcc: eve@example.org" }, "title: must be one line"],
    [{ text: "{{alert.id}}".repeat(TEMPLATE_REFERENCES_MAX + 1) }, "has more than 200 references"],
  ])("%j", (templates, expected) => {
    expect(errorOf(templates)).toContain(expected);
  });

  test.each([
    { title: "[{{ alert.severity }}] {{alert.title}}" },
    { text: "\\{{literal}} {{alert.message}}\n{{target.url}}" },
    {
      body: '{"a": {{evidence}}, "b": "{{alert.title}} {{evidence.locations}}", "c": {"d": {{alert.duration_seconds}}}}',
    },
    { body: "title={{alert.title}}&x=%20", content_type: "application/x-www-form-urlencoded" },
  ])("%j is accepted", (templates) => {
    expect(parseFields(channelTemplatesSchema, templates).errors).toBeNull();
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom('"', '\\"', '","x":"', "\u0000", "\ud800", "n\\"),
);
const anyValue: fc.Arbitrary<TemplateValue> = fc.oneof(
  anyText,
  fc.integer(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  fc.record({ a: anyText, b: fc.option(fc.integer()) }),
);
/** Pieces from which the properties build templates, valid ones and others. */
const piece = fc.constantFrom(
  ...[
    '{"a":"',
    '","b":',
    "}",
    '"',
    "\\",
    "\\\\",
    "\\{{",
    "{{alert.title}}",
    "{{evidence}}",
    "{{alert.resolved_at}}",
  ],
  ...["u00", "u0041", "1", "-", "null", "[", "]", ",", "%", "4", "&x=", " ", "a", "\n"],
);
const anyTemplate = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.array(piece, { maxLength: 8 }).map((pieces) => `{"a":"${pieces.join("")}","z":{{evidence}}}`),
  fc.string(),
);

describe("no value changes the structure of a body", () => {
  test("every accepted JSON template renders JSON of the same structure with any values", () => {
    fc.assert(
      fc.property(anyTemplate, anyValue, (text, value) => {
        const { parts } = parseTemplate("application/json", text);
        if (parts === null) return;
        const filled: unknown = JSON.parse(fillBody("application/json", parts, () => value));
        const withText: unknown = JSON.parse(fillBody("application/json", parts, () => "x"));
        expect(shapeOf(filled)).toEqual(shapeOf(withText));
      }),
      { numRuns: 3_000 },
    );

    /** The keys of a body. What replaces a whole value counts as one value. */
    function shapeOf(body: unknown): unknown {
      if (typeof body !== "object" || body === null || Array.isArray(body)) return "value";
      return "a" in body && "z" in body ? Object.keys(body).length : "value";
    }
  });

  test("a text within a string arrives unchanged", () => {
    const { parts } = parseTemplate("application/json", '{"a":"<{{alert.title}}>","b":{{alert.title}}}');
    if (parts === null) throw new Error("the template is valid");
    fc.assert(
      fc.property(anyText, (text) => {
        const body = JSON.parse(fillBody("application/json", parts, () => text)) as Record<string, string>;
        expect(Object.keys(body)).toEqual(["a", "b"]);
        expect(body.a).toBe(`<${text.toWellFormed()}>`);
        expect(body.b?.toWellFormed()).toBe(text.toWellFormed());
      }),
    );
  });

  test("a form has the same fields with any values", () => {
    const type = "application/x-www-form-urlencoded";
    const { parts } = parseTemplate(type, "a={{alert.title}}&b=1{{evidence}}&c=%20");
    if (parts === null) throw new Error("the template is valid");
    fc.assert(
      fc.property(anyValue, (value) => {
        const form = new URLSearchParams(fillBody(type, parts, () => value));
        expect([...form.keys()]).toEqual(["a", "b", "c"]);
        if (typeof value === "string") expect(form.get("a")).toBe(value.toWellFormed());
      }),
    );
  });

  test("a plain text has no line that a value adds", () => {
    const { parts } = parseTemplate("text/plain", "one {{alert.title}}\ntwo {{alert.message}}");
    if (parts === null) throw new Error("the template is valid");
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(fillBody("text/plain", parts, () => value).split(/[\r\n\u2028\u2029\u0085]/u)).toHaveLength(2);
      }),
    );
  });
});

test("parsing and filling are total", () => {
  fc.assert(
    fc.property(anyTemplate, fc.constantFrom(...BODY_CONTENT_TYPES), anyValue, (text, type, value) => {
      const { parts } = parseTemplate(type, text);
      if (parts !== null) expect(typeof fillBody(type, parts, () => value)).toBe("string");
    }),
  );
});

test("every documented name is accepted", () => {
  for (const name of TEMPLATE_NAMES) expect(parseTemplate("text", `{{${name}}}`).fault).toBeNull();
});
