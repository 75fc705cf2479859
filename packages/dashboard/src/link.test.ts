import { expect, test } from "vitest";
import { linkOf, noticeOf } from "./link.ts";

test.each([
  ["/setup", "#abc", { kind: "setup", token: "abc" }],
  ["/invitation", "#a-b_c", { kind: "invitation", token: "a-b_c" }],
  ["/reset", "", { kind: "reset", token: "" }],
  ["/", "#abc", null],
  ["/toString", "#abc", null],
])("%s%s is read as what it is for", (pathname, hash, link) => {
  expect(linkOf({ pathname, hash })).toEqual(link);
});

test("a notice is text, whatever it looks like, and anything else is none", () => {
  expect(noticeOf({ hash: "#notice=%3Cb%3Eno%20%26%20no%3C%2Fb%3E" })).toBe("<b>no & no</b>");
  expect(noticeOf({ hash: "#abc" })).toBeNull();
  expect(noticeOf({ hash: "" })).toBeNull();
});
