import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import { HOME, WEB } from "../network.ts";
import type { Scenario } from "../scenario.ts";

const is = (type: string, value: string, property: string | null = null) =>
  ({ type, operator: type === "header" ? "equals" : "contains", value, property }) as never;
const CATALOG = { assertions: [is("body", "catalog")] };
const RELEASE = { assertions: [is("header", "42", "x-release")] };

const LAST_GOOD: ResponseFacts = {
  ...{ at: "2026-11-27T10:00:00.000Z", address: WEB[0], status_code: 200, body: "catalog of the shop\n" },
  ...{ headers: { server: "nginx", "content-type": "text/plain", connection: "close", "x-release": "42" } },
  ...{
    is_body_cut: false,
    body_sha256: "0".repeat(64),
    body_bytes: 20,
    ttfb_ms: 5,
    download_ms: 1,
    error: null,
  },
};

export const HTTP_SCENARIOS: readonly Scenario[] = [
  { name: "a status of 503", layer: "http", scope: "all", web: { all: { location: "return 503;" } } },
  { name: "a page that is gone", layer: "http", scope: "all", web: { all: { location: "return 404;" } } },
  {
    ...{ name: "one of four addresses responds with 502", layer: "http", scope: "one_address" },
    ...{ addresses: WEB, web: { [WEB[2]]: { location: "return 502;" } } },
  },
  {
    ...{ name: "a filter rejects one runner with 403", layer: "http", scope: "one_location" },
    web: { all: { location: `if ($remote_addr = ${HOME}) { return 403; } return 200 "catalog";` } },
  },
  {
    ...{ name: "headers that never end", layer: "http", scope: "all" },
    broken: { [WEB[0]]: "drip_headers" },
  },
  { name: "a body that never ends", layer: "http", scope: "all", broken: { [WEB[0]]: "drip_body" } },
  { name: "no response to the request", layer: "http", scope: "all", broken: { [WEB[0]]: "never_responds" } },
  { name: "an empty response", layer: "http", scope: "all", broken: { [WEB[0]]: "empty" } },
  {
    ...{ name: "a redirect to itself", layer: "http", scope: "all" },
    ...{ web: { all: { location: "return 302 /;" } }, check: { followRedirects: true } },
  },
  {
    ...{ name: "a redirect to a host that does not exist", layer: "dns", scope: "all" },
    ...{
      web: { all: { location: "return 302 https://login.example.com/;" } },
      check: { followRedirects: true },
    },
  },
  {
    ...{ name: "the page of a server that was just installed", layer: "content", scope: "all" },
    web: { all: { location: `return 200 "Welcome to nginx!";` } },
    ...{ check: CATALOG, lastGood: LAST_GOOD },
  },
  {
    ...{ name: "a header that a deploy changed", layer: "content", scope: "all" },
    web: { all: { location: `add_header X-Release "43"; return 200 "catalog";` } },
    ...{ check: RELEASE, lastGood: LAST_GOOD },
  },
  {
    ...{ name: "a header that a deploy removed", layer: "content", scope: "all" },
    web: { all: { location: `return 200 "catalog";` } },
    ...{ check: RELEASE, lastGood: LAST_GOOD },
  },
  {
    ...{ name: "a step of a journey fails in the page", layer: "browser", scope: "unknown" },
    step: {
      ...{ index: 2, name: "Click Buy", action: "click", code: "ELEMENT_NOT_FOUND" },
      ...{ message: "The element was not found.", is_browser: true },
    },
  },
  { name: "the target works again", layer: "none", scope: "unknown" },
];
