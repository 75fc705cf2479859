import { z } from "zod";
import { PAGE_LANGUAGES } from "./page-languages.ts";
import { statusPageUpdate } from "./status-pages.ts";

/** A preview of a page: how it would look with fields that are not saved. */

export const PREVIEW_DOCUMENTS = ["page", "history", "incident"] as const;
export type PreviewDocument = (typeof PREVIEW_DOCUMENTS)[number];

export const statusPagePreview = statusPageUpdate
  .omit({ password: true })
  .extend({
    language: z
      .enum(PAGE_LANGUAGES)
      .optional()
      .meta({ description: "Language of the preview; default: `default_language`" }),
    document: z.enum(PREVIEW_DOCUMENTS).default("page").meta({
      description: "`history`: the incidents of this month; `incident`: the newest published incident",
    }),
  })
  .strict()
  .meta({ id: "StatusPagePreviewRequest" });
export type StatusPagePreviewRequest = z.output<typeof statusPagePreview>;
export type StatusPagePreviewInput = z.input<typeof statusPagePreview>;

export const pagePreviewSchema = z
  .object({
    html: z.string().meta({ description: "The document of the page, without script and own styles" }),
    css: z.string().meta({ description: "Colors and custom CSS; without the latter if it has errors" }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .meta({ description: "Why the fields could not be saved" }),
  })
  .meta({ id: "StatusPagePreview" });
export type PagePreview = z.output<typeof pagePreviewSchema>;
