import { z } from "zod";
import { pageComponentCreate, pageGroupCreate } from "../status-pages/page-components.ts";
import { PAGE_FIRST_COMPONENTS_MAX } from "../status-pages/page-limits.ts";
import { statusPageCreate } from "../status-pages/status-pages.ts";
import { SELECTOR_TARGETS_MAX } from "../targets/selector-limits.ts";
import { credentialSchema, targetReferenceSchema } from "./code-references.ts";
import { codeSelectorSchema } from "./code-selector.ts";
import { DURATION_FIELDS } from "./durations.ts";
import { lifecycleFields, withDurations, writableShape } from "./resource-shape.ts";

/** Status pages in a document. Their order is that of the lists, and components refer to groups of the page by name. */

const { position: _ofGroup, ...groupShape } = writableShape(pageGroupCreate.shape);
const { position: _ofComponent, ...componentShape } = writableShape(pageComponentCreate.shape);
const { components: _first, ...pageShape } = writableShape(statusPageCreate.shape);

const component = z
  .strictObject({
    ...componentShape,
    group: z.string().max(200).nullish().meta({ description: "Name of a group of the page" }),
    targets: z.array(targetReferenceSchema).max(SELECTOR_TARGETS_MAX).nullish(),
    selector: codeSelectorSchema.nullish(),
  })
  .meta({ id: "CodePageComponent" });

export const codeStatusPageSchema = z
  .strictObject({
    ...pageShape,
    ...lifecycleFields,
    ...withDurations(DURATION_FIELDS.status_page),
    slug: statusPageCreate.shape.slug.optional().meta({ description: "Default: the key" }),
    title: statusPageCreate.shape.title.optional().meta({ description: "Default: the key" }),
    password: z.union([statusPageCreate.shape.password, credentialSchema]).optional(),
    groups: z.array(z.strictObject(groupShape)).max(PAGE_FIRST_COMPONENTS_MAX).optional(),
    components: z.array(component).max(PAGE_FIRST_COMPONENTS_MAX).optional(),
  })
  .meta({ id: "CodeStatusPage" });
export type CodeStatusPage = z.input<typeof codeStatusPageSchema>;
