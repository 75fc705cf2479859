import { searchPage, searchQuery } from "@vedette/contract/search/search.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { search } from "./search.ts";

export function searchRoutes(): Route[] {
  return [
    defineRoute({
      id: "search",
      tag: "Search",
      method: "GET",
      url: "/api/v1/search",
      summary: "Search everything by name",
      description:
        "Returns targets, open alerts, incidents, groups, alert rules, alert channels, maintenance windows, variables, members and " +
        "saved views, the best matches of each type first.",
      access: { scope: "read", role: "viewer" },
      request: { query: searchQuery },
      response: searchPage,
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...onePage(await search(ctx, query)) }),
    }),
  ];
}
