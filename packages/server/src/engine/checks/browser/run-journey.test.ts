import type { JourneyStepInput } from "@vedette/contract/journeys/journey-steps.ts";
import { describe, expect, test } from "vitest";
import { missingChromium } from "../../../../test/journey-harness.ts";
import { shopJourneysLab } from "../../../../test/labs/shop-journeys-lab.ts";
import { SHOP_PASSWORD } from "../../../../test/servers/web-shop.ts";

const missing = await missingChromium();

type Tried = [name: string, path: string, step: JourneyStepInput];

/** For a run of many steps on a busy machine. */
const RUN_TIMEOUT_MS = 60_000;

describe.skipIf(missing !== null)(`a journey through a shop${missing ? `: ${missing}` : ""}`, () => {
  // In the browser that the product finds.
  const lab = shopJourneysLab({ chromiumPath: null });

  test("logs in, searches, fills the cart and pays", async () => {
    const outcome = await lab.harness.run(
      [
        { action: "goto", url: "{{SHOP}}/" },
        { action: "fill", selector: 'role=textbox[name="User"]', value: "Ann" },
        { action: "fill", selector: "input[type=password]", value: "{{PASSWORD}}" },
        { action: "click", selector: 'role=button[name="Log in"]' },
        { action: "expect_text", selector: "h1", value: "Hello Ann" },
        { action: "fill", selector: "[name=q]", value: "lamp" },
        { action: "press", key: "Enter" },
        { action: "expect_count", selector: ".product", value: 2 },
        { action: "click", selector: "text=Add Red lamp" },
        { action: "expect_url", operator: "contains", value: "/cart?add=Red" },
        { action: "expect_text", selector: "#total", operator: "gt", value: 42 },
        { action: "expect_attribute", selector: "#total", attribute: "data-currency", value: "EUR" },
        { action: "click", selector: 'role=button[name="Pay"]' },
        { action: "expect_title", value: "Thank you", screenshot: true },
      ],
      { values: { SHOP: lab.shop.url, PASSWORD: SHOP_PASSWORD }, secretNames: ["PASSWORD"] },
    );
    expect(outcome.error).toBeNull();
    expect(outcome.steps.map(({ status }) => status)).toEqual(Array(14).fill("passed"));
    expect(outcome.steps.at(-1)).toMatchObject({ url: `${lab.shop.url}/checkout`, action: "expect_title" });
    expect(outcome.artifacts).toMatchObject([
      { kind: "screenshot", stepIndex: 13, contentType: "image/jpeg" },
    ]);
    expect(outcome.webVitals?.fcpMs).toBeGreaterThan(0);
    expect(outcome.webVitals?.ttfbMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(outcome)).not.toContain(SHOP_PASSWORD);
  });

  const passing: Tried[] = [
    ["double_click", "/controls", { action: "double_click", selector: "#double" }],
    ["hover", "/controls", { action: "hover", selector: "#double" }],
    ["check", "/controls", { action: "check", selector: "#gift" }],
    ["uncheck", "/controls", { action: "uncheck", selector: "#gift" }],
    ["select_option", "/controls", { action: "select_option", selector: "#size", value: "Large" }],
    ["press on an element", "/controls", { action: "press", selector: "#code", key: "a" }],
    ["wait_for an element", "/controls", { action: "wait_for", selector: "text=here" }],
    ["wait_for a URL", "/controls", { action: "wait_for", url: "**/controls" }],
    ["wait_for a load state", "/controls", { action: "wait_for", load_state: "networkidle" }],
    ["wait_for a duration", "/controls", { action: "wait_for", milliseconds: 10 }],
    ["expect_visible", "/cart", { action: "expect_visible", selector: 'role=button[name="Pay"]' }],
    ["expect_hidden of a hidden element", "/controls", { action: "expect_hidden", selector: "#hidden" }],
    ["expect_hidden of a missing element", "/controls", { action: "expect_hidden", selector: "#nothing" }],
    [
      "expect_text later",
      "/controls",
      { action: "expect_text", selector: "#late", operator: "eq", value: "here" },
    ],
    ["expect_value", "/controls", { action: "expect_value", selector: "#code", value: "none" }],
    [
      "expect_attribute that is missing",
      "/cart",
      { action: "expect_attribute", selector: "#total", attribute: "lang", operator: "not_exists" },
    ],
    ["expect_title", "/cart", { action: "expect_title", operator: "matches", value: "^C.rt$" }],
    ["expect_url", "/cart", { action: "expect_url", operator: "matches", value: "/cart$" }],
    ["set_variable", "/cart", { action: "set_variable", variable: "T", from: { selector: "#total" } }],
    ["screenshot", "/cart", { action: "screenshot", label: "Cart", full_page: true, mask: ["#total"] }],
    ["about:blank", "/cart", { action: "goto", url: "about:blank" }],
  ];

  /** In one run, because each run starts a browser. Each case loads its page again. */
  test("every step passes on a page that meets it", async () => {
    const steps = passing.flatMap(([name, path, step]) => [lab.open(path), { ...step, name }]);
    const outcome = await lab.harness.run(steps, { timeoutMs: RUN_TIMEOUT_MS });
    expect(outcome.error).toBeNull();
    const tried = outcome.steps.filter((_, index) => index % 2 === 1);
    expect(tried.map(({ name, status }) => [name, status])).toEqual(
      passing.map(([name]) => [name, "passed"]),
    );
  });
});

describe.skipIf(missing !== null)(`a step of a journey${missing ? `: ${missing}` : ""}`, () => {
  const lab = shopJourneysLab();
  const short = { timeout_ms: 2_000 };
  type Failing = [...Tried, code: string, message: RegExp];

  // Most of them wait for their timeout.
  test.concurrent.each<Failing>([
    [
      "click on a missing element",
      "/",
      { action: "click", selector: 'role=button[name="Pay"]', ...short },
      "ELEMENT_NOT_FOUND",
      /^no button named 'Pay' appeared within 2 s; the page 'Shop' \(http.*\/\) shows buttons 'Log in', 'Help'$/,
    ],
    [
      "click on a selector with several matches",
      "/",
      { action: "click", selector: "button", ...short },
      "STEP_FAILED",
      /^2 elements match 'button'; a selector must match exactly one$/,
    ],
    [
      "click on a covered element",
      "/controls",
      { action: "click", selector: "#covered", ...short },
      "STEP_FAILED",
      /'#covered' exists, but could not be clicked within 2 s: <div class="cover"> covers it/,
    ],
    [
      "an invalid selector",
      "/",
      { action: "hover", selector: "role=[", ...short },
      "STEP_FAILED",
      /is not a valid selector/,
    ],
    [
      "fill of a button",
      "/",
      { action: "fill", selector: "text=Help", value: "x", ...short },
      "STEP_FAILED",
      /it is not a field/,
    ],
    [
      "check of an element that is not a checkbox",
      "/controls",
      { action: "check", selector: "#double", ...short },
      "STEP_FAILED",
      /it is not a checkbox/,
    ],
    [
      "a missing option",
      "/controls",
      { action: "select_option", selector: "#size", value: "Huge", ...short },
      "STEP_FAILED",
      /it has no such option/,
    ],
    [
      "an unknown key",
      "/",
      { action: "press", key: "Foo", ...short },
      "STEP_FAILED",
      /there is no key of this name/,
    ],
    [
      "upload to an element that does not accept files",
      "/",
      { action: "upload", selector: "[name=user]", name: "a", content_base64: "YQ==", ...short },
      "STEP_FAILED",
      /does not accept files/,
    ],
    [
      "wait_for a URL",
      "/cart",
      { action: "wait_for", url: "**/thanks", ...short },
      "TIMEOUT",
      /the URL did not become '\*\*\/thanks' within 2 s; it is 'http.*\/cart'/,
    ],
    [
      "expect_visible of a hidden element",
      "/controls",
      { action: "expect_visible", selector: "#hidden", ...short },
      "ELEMENT_NOT_FOUND",
      /'#hidden' exists, but did not become visible within 2 s/,
    ],
    [
      "expect_hidden",
      "/cart",
      { action: "expect_hidden", selector: "#total", ...short },
      "ASSERTION_FAILED",
      /'#total' was still visible after 2 s/,
    ],
    [
      "expect_text",
      "/cart",
      { action: "expect_text", selector: "#total", value: "43", ...short },
      "ASSERTION_FAILED",
      /expected the text of '#total' to contain '43', got '42.50' after 2 s/,
    ],
    [
      "expect_count",
      "/search",
      { action: "expect_count", selector: ".product", operator: "lt", value: "3", ...short },
      "ASSERTION_FAILED",
      /to be less than '3', got '3'/,
    ],
    [
      "expect_attribute",
      "/cart",
      { action: "expect_attribute", selector: "#total", attribute: "lang", value: "x", ...short },
      "ASSERTION_FAILED",
      /expected 'lang' of '#total' to be 'x', got nothing/,
    ],
    [
      "expect_value of an element that is not a field",
      "/cart",
      { action: "expect_value", selector: "h1", value: "x", ...short },
      "STEP_FAILED",
      /is not a field/,
    ],
    ["expect_title", "/", { action: "expect_title", value: "x", ...short }, "ASSERTION_FAILED", /got 'Shop'/],
    [
      "expect_url",
      "/",
      { action: "expect_url", value: "x", ...short },
      "ASSERTION_FAILED",
      /the address to be/,
    ],
    [
      "set_variable of a missing attribute",
      "/cart",
      { action: "set_variable", variable: "T", from: { selector: "h1", attribute: "lang" } },
      "EXTRACTION_FAILED",
      /'h1' has no attribute 'lang'/,
    ],
    [
      "totp with an invalid secret",
      "/",
      { action: "totp", selector: "[name=user]", secret: "1!" },
      "INVALID_REQUEST",
      /neither base32 nor/,
    ],
    [
      "an unknown variable",
      "/",
      { action: "fill", selector: "[name=user]", value: "{{NOBODY}}" },
      "UNKNOWN_VARIABLE",
      /'NOBODY'/,
    ],
    [
      "goto of a file",
      "/",
      { action: "goto", url: "file:///etc/passwd" },
      "INVALID_REQUEST",
      /only http and https/,
    ],
    ["goto of a script", "/", { action: "goto", url: "javascript:alert(1)" }, "INVALID_REQUEST", /only http/],
    [
      "goto of an error",
      "/",
      { action: "goto", url: "/broken" },
      "NAVIGATION_FAILED",
      /answered with status 500/,
    ],
    [
      "goto of a download",
      "/",
      { action: "goto", url: "/invoice.pdf" },
      "NAVIGATION_FAILED",
      /is a download/,
    ],
    [
      "goto of a server that does not respond",
      "/",
      { action: "goto", url: "/never", ...short },
      "TIMEOUT",
      /within 2 s/,
    ],
    [
      "goto of a closed port",
      "/",
      { action: "goto", url: "http://127.0.0.1:2/" },
      "NAVIGATION_FAILED",
      /could not be opened: .*refused/,
    ],
    [
      "goto of the metadata address",
      "/",
      { action: "goto", url: "http://169.254.169.254/latest/" },
      "ADDRESS_BLOCKED",
      /link-local, metadata/,
    ],
  ])("%s fails with a clear message", async (_name, path, step, code, message) => {
    const outcome = await lab.harness.run([lab.open(path), step, { action: "goto", url: lab.shop.url }]);
    expect(outcome.error).toEqual({ code, message: expect.stringMatching(message), stepIndex: 1 });
    expect(outcome.steps.map(({ status }) => status)).toEqual(["passed", "failed", "skipped"]);
    expect(outcome.steps[1]?.screenshot).toBe(outcome.artifacts?.[0]?.key);
  });
});
