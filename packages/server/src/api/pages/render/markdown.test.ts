import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./markdown.ts";

/** What a browser would make of the HTML: each element with its attributes. */
function elementsOf(markdown: string): { name: string; attributes: Record<string, string> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => void elements.push({ name, attributes }),
    oncomment: () => void elements.push({ name: "!--", attributes: {} }),
    onprocessinginstruction: (name) => void elements.push({ name, attributes: {} }),
  });
  parser.end(renderMarkdown(markdown).text);
  return elements;
}

const ELEMENTS = [
  ...["p", "br", "hr", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre", "code"],
  ...["em", "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td"],
];
const ATTRIBUTES: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:)/i,
  rel: /^nofollow noopener noreferrer ugc$/,
  title: /^/,
  start: /^\d+$/,
  class: /^language-/,
  // The alignment of a table's column. The policy of the page ignores it.
  style: /^text-align:(left|right|center)$/,
};

function expectHarmless(markdown: string): void {
  for (const { name, attributes } of elementsOf(markdown)) {
    expect(ELEMENTS).toContain(name);
    for (const [key, value] of Object.entries(attributes))
      expect(value).toMatch(ATTRIBUTES[key] ?? /^never$/);
  }
}

const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "</div></article><iframe src=https://evil.example>",
  "<!-- --><style>@import url(//evil.example)</style>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt&#58;alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:x)",
  "[x](//evil.example)",
  '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
  "[x](https://a.example/'\"><script>)",
  "![x](https://evil.example/pixel.png)",
  '<https://a.example/"onclick=alert(1)>',
  "<javascript:alert(1)>",
  "[a]: javascript:alert(1)\n\n[a]",
  '```" onclick="alert(1)\nx\n```',
  "| a |\n|:-:|\n| <b onclick=x> |",
];

describe("the Markdown of a page", () => {
  test.each(HOSTILE)("runs nothing and loads nothing: %s", (markdown) => expectHarmless(markdown));

  test("shows the text of a link without address", () => {
    expect(renderMarkdown("see [the *notes*]() or [these](https://a.example)").text).not.toContain('href=""');
    expect(renderMarkdown("[the *notes*]()").text).toBe("<p>the <em>notes</em></p>\n");
  });

  test("runs nothing and loads nothing in any combination", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...HOSTILE,
        "\n",
        "\n\n",
        "> ",
        "- ",
        "`",
        "\\",
        "<",
        ">",
        '"',
        "&#x6a;",
        "[",
        "](",
        ")",
      ),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectHarmless(pieces.join(""))),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["quotes in quotes", "> ".repeat(10_000)],
    ["brackets", "[".repeat(20_000)],
    ["emphasis", "*a_".repeat(6_600)],
    ["code marks", "`".repeat(9_999).concat(" ", "`".repeat(9_998))],
    ["links in links", "[a](".repeat(5_000)],
    ["lists in lists", Array.from({ length: 190 }, (_, level) => `${" ".repeat(level)}- a`).join("\n")],
  ])("of the longest message ends: %s", (_what, markdown) => expectHarmless(markdown.slice(0, 20_000)));

  test("has headings below those of the page", () => {
    expect(elementsOf("# a\n## b\n###### c").map(({ name }) => name)).toEqual(["h4", "h5", "h6"]);
  });
});
