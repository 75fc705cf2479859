import { z } from "zod";
import { selectorView } from "../targets/selectors.ts";

/** The first page of an organization, with components suggested from its groups, tags and targets. */

export const SUGGESTION_SOURCES = ["group", "tag", "kind", "target"] as const;
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];

export const pageSuggestionSchema = z
  .object({
    title: z.string().meta({ description: "Name of the organization" }),
    slug: z.string().meta({ description: "A slug that no page of this server has" }),
    components: z.array(
      z.object({
        name: z.string(),
        selector: selectorView,
        target_count: z.number().meta({ description: "Number of targets that it selects now" }),
        source: z.enum(SUGGESTION_SOURCES).meta({ description: "What the component was made from" }),
      }),
    ),
  })
  .meta({ id: "StatusPageSuggestion" });
export type PageSuggestion = z.output<typeof pageSuggestionSchema>;
