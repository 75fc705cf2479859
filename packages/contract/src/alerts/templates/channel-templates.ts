import { z } from "zod";
import { nearestName } from "../../common/nearest-name.ts";
import {
  type ParsedTemplate,
  parseDottedTemplate,
  positionAt,
  type TemplateFault,
} from "../../variables/dotted-template.ts";
import { BODY_CONTENT_TYPES, type BodyContentType, bodyFault } from "./body-template.ts";
import { SAMPLE_FIELDS } from "./sample-fields.ts";
import { TEMPLATE_NAMES, templateSections, templateValueAt } from "./template-fields.ts";

/** The templates of a channel: own texts in place of those that Vedette writes. */

const TITLE_LENGTH_MAX = 500;
const TEXT_LENGTH_MAX = 4_000;
const BODY_LENGTH_MAX = 20_000;

const DEFAULT_CONTENT_TYPE: BodyContentType = "application/json";

type TemplateContext = "title" | "text" | BodyContentType;

/** Parses a template of a channel; a template with a fault is one that `channelTemplatesSchema` rejects. */
export function parseTemplate(context: TemplateContext, text: string): ParsedTemplate {
  const parsed = parseDottedTemplate(text);
  if (parsed.fault !== null) return parsed;
  for (const part of parsed.parts) {
    if ("literal" in part || TEMPLATE_NAMES.includes(part.name)) continue;
    return { parts: null, fault: { at: part.at, message: unknownName(part.name) } };
  }
  if (context === "title" || context === "text") return parsed;
  const sections = templateSections(SAMPLE_FIELDS);
  const fault = bodyFault(context, parsed.parts, (name) => templateValueAt(sections, name));
  return fault === null ? parsed : { parts: null, fault };
}

function unknownName(name: string): string {
  const nearest = nearestName(name, TEMPLATE_NAMES);
  const advice = nearest === null ? "see the list of fields in the guide" : `did you mean '${nearest}'?`;
  return `'${name}' is not a field of a message; ${advice} Variables cannot be used in templates`;
}

function faultText(text: string, { at, message }: TemplateFault): string {
  return `${positionAt(text, at)}: ${message}`;
}

const CONTENT_TYPE = z.enum(BODY_CONTENT_TYPES);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROL_IN_TITLE = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f]/;

export const channelTemplatesSchema = z
  .strictObject({
    title: z
      .string()
      .min(1)
      .max(TITLE_LENGTH_MAX)
      .refine((text) => !CONTROL_IN_TITLE.test(text), { error: "must be one line" })
      .nullish()
      .meta({ description: "In place of the first line of a message, such as `{{alert.title}}`" }),
    text: z
      .string()
      .min(1)
      .max(TEXT_LENGTH_MAX)
      .refine((text) => !CONTROL_IN_TEXT.test(text), { error: "must not contain control characters" })
      .nullish()
      .meta({ description: "In place of the lines below the first one" }),
    body: z
      .string()
      .min(1)
      .max(BODY_LENGTH_MAX)
      .refine((text) => !CONTROL_IN_TEXT.test(text), { error: "must not contain control characters" })
      .nullish()
      .meta({ description: "The whole body of the request; only for types that document it" }),
    content_type: CONTENT_TYPE.nullish().meta({
      description: `Content type of \`body\`; \`${DEFAULT_CONTENT_TYPE}\` by default`,
    }),
  })
  .superRefine((templates, ctx) => {
    for (const { field, message } of templateFaults(templates)) {
      ctx.addIssue({ code: "custom", path: [field], message });
    }
    if (templates.content_type && !templates.body) {
      ctx.addIssue({ code: "custom", path: ["content_type"], message: "needs 'body'; remove it" });
    }
  })
  .meta({ id: "ChannelTemplates" });
export type ChannelTemplates = z.output<typeof channelTemplatesSchema>;

type TemplateTexts = {
  title?: string | null | undefined;
  text?: string | null | undefined;
  body?: string | null | undefined;
  content_type?: BodyContentType | null | undefined;
};

/** Returns the first fault of each template, with line and column. */
export function templateFaults(
  templates: TemplateTexts,
): { field: "title" | "text" | "body"; message: string }[] {
  const contexts = { title: "title", text: "text", body: bodyContentType(templates) } as const;
  return (["title", "text", "body"] as const).flatMap((field) => {
    const text = templates[field];
    if (typeof text !== "string") return [];
    const { fault } = parseTemplate(contexts[field], text);
    return fault === null ? [] : [{ field, message: faultText(text, fault) }];
  });
}

export function bodyContentType({
  content_type: type,
}: {
  content_type?: BodyContentType | null | undefined;
}) {
  return type ?? DEFAULT_CONTENT_TYPE;
}

/** The types whose request is the user's to define. */
const BODY_TEMPLATE_TYPES: readonly string[] = ["webhook"];

export function hasBodyTemplate(type: string): boolean {
  return BODY_TEMPLATE_TYPES.includes(type);
}

/** Returns why a channel of this type cannot have these templates, or null. */
export function bodyTemplateError(
  type: string,
  templates: { body?: string | null | undefined } | null | undefined,
): string | null {
  if (!templates?.body || hasBodyTemplate(type)) return null;
  return `is possible for ${BODY_TEMPLATE_TYPES.join(", ")} only; use 'title' and 'text'`;
}
