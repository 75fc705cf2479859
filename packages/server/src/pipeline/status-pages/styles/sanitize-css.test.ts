import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitizeCss } from "./sanitize-css.ts";

describe("custom CSS", () => {
  test("may style, theme and respond to the screen", () => {
    const css = `
      :root { --accent: #123456; }
      .component:nth-child(2n + 1) > .name::before { content: "→ "; color: var(--accent) }
      @media (min-width: 600px) and (prefers-color-scheme: dark) { header { background: linear-gradient(red, blue) } }
      header { background: url("images/logo_light") no-repeat }`;
    expect(sanitizeCss(css).errors).toEqual([]);
    expect(sanitizeCss(css).css).toContain("url(images/logo_light)");
  });

  test.each([
    ["@import 'https://evil.example/x.css';"],
    ["@font-face { font-family: x; src: url(https://evil.example/f) }"],
    ["@namespace url(http://www.w3.org/1999/xhtml);"],
    ["@media screen { @import 'x'; }"],
    ["a { background: url(https://evil.example/) }"],
    ["a { background: url(//evil.example/) }"],
    ["a { background: URL(data:image/svg+xml,x) }"],
    ["a { background: url(images/../../../api/v1/x) }"],
    ["a { background: image-set('https://evil.example/' 1x) }"],
    ["a { background: u\\72l(https://evil.example/) }"],
    ["a { --x: url(https://evil.example/) }"],
    ["a { width: expression(alert(1)) }"],
    ["a { behavior: url(x.htc) }"],
    ["a { -moz-binding: url(x) }"],
    ["a { filter: progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x') }"],
    ["a { color: red } </style><script>alert(1)</script>"],
    ["a { content: '</style><script>' }"],
    ["<!-- a { color: red } -->"],
    ["input[value^='a'] { color: red }"],
    ["input[value$='a'] { background: red }"],
    ["a[href*=token] { color: red }"],
    ["body:has(input) { color: red }"],
    ["a { b { color: red } }"],
    ["a { color: attr(data-secret) }"],
    ["a { color: env(x) }"],
    ["a { color: red"].map((text) => `${text}; *zoom: 1`),
    ["a { } }"],
    ["\u0000a { color: red }"],
  ])("is rejected with its line if it could load, read or run something: %s", (css) => {
    const result = sanitizeCss(`\n${css}`);
    expect(result.css).toBe("");
    expect(result.errors.length).toBeGreaterThan(0);
    expect(result.errors[0]?.line).toBeGreaterThan(0);
  });

  test("is rejected if it is too deep, or has too many or too long selectors", () => {
    const messageOf = (css: string) => sanitizeCss(css).errors[0]?.message;
    expect(messageOf(`a { width: ${"(".repeat(2_000)} }`)).toContain("nests more than");
    expect(messageOf(`${"a ".repeat(30)}{ color: red }`)).toContain("parts");
    expect(messageOf("a{color:red}".repeat(1_001))).toContain("rules");
    expect(messageOf(`${Array(2_001).fill("a").join(",")}{color:red}`)).toContain("selectors");
  });

  test("never throws, and what it returns is accepted again unchanged", () => {
    const piece = fc.constantFrom(
      ..."a .b #c :hover ::before { } ( ) [ ] ; : , > + ~ * @media @import url( rgb( var(--x) 'x' \" 1px 50% #fff red /* */ ! important \\ \n".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { css, errors } = sanitizeCss(pieces.join(" "));
        if (errors.length > 0) expect(css).toBe("");
        expect(sanitizeCss(css)).toEqual({ css, errors: [] });
        expect(css).not.toMatch(/<|@import|expression|\\/i);
      }),
      { numRuns: 500 },
    );
  });
});
