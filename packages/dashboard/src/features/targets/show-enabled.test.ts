import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Page } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { showEnabledInPages, withEnabled } from "./show-enabled.ts";

const row = (id: string, enabled = true) => ({ id, enabled, status: enabled ? "up" : "paused" });

test("who is paused shows so, who is resumed waits for a result, and all others stay the same objects", () => {
  const [first, other, resumed] = [row("a"), row("b"), row("c", false)];
  const ids = new Set(["a", "c"]);
  expect(withEnabled(first, ids, false)).toEqual({ id: "a", enabled: false, status: "paused" });
  expect(withEnabled(resumed, ids, true)).toEqual({ id: "c", enabled: true, status: "pending" });
  expect(withEnabled(other, ids, false)).toBe(other);
  expect(withEnabled(resumed, ids, false)).toBe(resumed);
});

test("every list of the kind shows it on each of its pages, and what is no list of rows is left alone", () => {
  const queries = new QueryClient();
  const pageOf = (id: string) => ({ items: [row(id)], nextCursor: null });
  const listed = { pages: [pageOf("a"), pageOf("b")], pageParams: [null, "next"] };
  queries.setQueryData(keys.list("journeys", { sort: "name" }), listed);
  queries.setQueryData(keys.list("journeys", "tags"), ["shop"]);
  showEnabledInPages(queries, { key: "journeys", ids: new Set(["b"]), enabled: false });
  const shown = queries.getQueryData<InfiniteData<Page<{ status: string }>>>(
    keys.list("journeys", { sort: "name" }),
  );
  expect(shown?.pages.flatMap(({ items }) => items.map(({ status }) => status))).toEqual(["up", "paused"]);
  expect(queries.getQueryData(keys.list("journeys", "tags"))).toEqual(["shop"]);
});
