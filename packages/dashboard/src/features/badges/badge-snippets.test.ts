import { expect, test } from "vitest";
import { badgeFigures, badgePath, badgeSnippets, widgetSnippets } from "./badge-snippets.ts";

test("a badge's address has only the options that differ from the defaults", () => {
  expect(badgePath({ figure: "status", label: "", style: "flat" })).toBe("/status.svg");
  expect(badgePath({ figure: "uptime/7d", label: "a & b", style: "plastic" })).toBe(
    "/uptime/7d.svg?label=a+%26+b&style=plastic",
  );
});

test("snippets escape the text for their language", () => {
  const [markdown, html, url] = badgeSnippets("https://v.example/b.svg?a=1&b=2", 'x] "y" <b>');
  expect(markdown?.text).toBe('![x\\] "y" <b>](https://v.example/b.svg?a=1&b=2)');
  expect(html?.text).toBe('<img src="https://v.example/b.svg?a=1&amp;b=2" alt="x] &quot;y&quot; &lt;b>">');
  expect(url?.text).toBe("https://v.example/b.svg?a=1&b=2");
  expect(widgetSnippets("https://v.example/badge/k", '"><script>')[0]?.text).toContain(
    'title="&quot;>&lt;script>"',
  );
});

test("each kind offers the figures that it has", () => {
  const values = (kind: Parameters<typeof badgeFigures>[0]) => badgeFigures(kind).map(({ value }) => value);
  expect(values("heartbeats")).toContain("heartbeat");
  expect(values("monitors")).toContain("certificate");
  expect(values("status-pages")).toEqual(["status"]);
});
